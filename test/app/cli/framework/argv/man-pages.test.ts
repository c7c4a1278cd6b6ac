import { beforeAll, describe, expect, test } from 'vitest';
import { describeCommand } from '../../../../../src/cli/framework/argv/describe-command.ts';
import { type ManPage, renderManPages } from '../../../../../src/cli/framework/argv/man-pages.ts';
import { COMMANDS, TOPICS } from '../../../../../src/cli/framework/command/command-list.ts';
import { GROUPS } from '../../../../../src/cli/framework/command/groups.ts';

/** Macros of man(7), and the two requests that all who show pages know. */
const KNOWN = /^\.(TH|SH|SS|PP|TP|B|BR|EX|EE|nh|ad)\b/;

let pages: readonly ManPage[];
beforeAll(async () => {
  pages = await renderManPages({ version: '1.2.3', date: '2026-01-31' });
});

const textOf = (file: string) => pages.find((page) => page.file === file)?.text ?? '';

test('there is a page for the program, each noun, each command and each topic', () => {
  expect(pages.map(({ file }) => file).toSorted()).toEqual(
    [
      'crier.1',
      ...GROUPS.map(({ path }) => `crier-${path.join('-')}.1`),
      ...COMMANDS.map(({ path }) => `crier-${path.join('-')}.1`),
      ...TOPICS.map(({ name }) => `crier-${name}.7`),
    ].sort(),
  );
});

test('every line is a macro that is known, or text that cannot be one', () => {
  const odd = pages.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => /^[.']/.test(line) && !KNOWN.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(odd).toEqual([]);
});

test('no text is lost to roff: every backslash begins an escape of ours, and all else is ASCII', () => {
  const escapes = /\\(?:e|-|&|\((?:aq|ga|ha|ti|dq)|\[u[0-9A-F]{4,6}\])/g;
  for (const { file, text } of pages) {
    expect({ file, left: text.replaceAll(escapes, '').match(/[^\n\x20-\x7E]|\\/g) }).toEqual({
      file,
      left: null,
    });
  }
});

test('pages say what they are, and lead to others that are there', () => {
  const files = pages.map(({ file }) => file);
  for (const { file, text } of pages) {
    const [name = '', section = ''] = file.split(/\.(?=\d$)/);
    expect(text).toContain(
      `.TH "${name.toUpperCase().replaceAll('-', '\\-')}" ${section} 2026-01-31 "crier 1.2.3"`,
    );
    expect(text).toContain(`${name.replaceAll('-', '\\-')} \\-\n`);
    const led = [...text.matchAll(/^\.BR (\S+) \((\d)\)/gm)].map(
      ([, to = '', into]) => `${to.replaceAll('\\-', '-')}.${into}`,
    );
    expect(led.length).toBeGreaterThan(0);
    expect(led.filter((each) => !files.includes(each))).toEqual([]);
  }
});

describe('a page of a command has what its help has', () => {
  test.each(COMMANDS.map(({ path, load }) => ({ name: path.join(' '), path, load })))(
    '$name',
    async ({ path, load }) => {
      const command = await load();
      const text = plain(textOf(`crier-${path.join('-')}.1`));
      const { positional, sets } = describeCommand(command);
      for (const { name } of [...positional, ...sets.flatMap(({ flags }) => flags)])
        expect(text).toContain(name);
      for (const example of command.examples) expect(text).toContain(`$ crier ${example}`);
      expect(text.replaceAll(/\s+/g, ' ')).toContain(command.summary);
    },
  );
});

/** What a reader gets to see, but for its layout. */
function plain(text: string): string {
  const names: Readonly<Record<string, string>> = { aq: "'", ga: '`', ha: '^', ti: '~', dq: '"' };
  return text
    .replaceAll(/\\\((\w\w)/g, (_, name: string) => names[name] ?? '')
    .replaceAll(/\\\[u([0-9A-F]+)\]/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('\\&', '')
    .replaceAll('\\-', '-')
    .replaceAll('\\e', '\\');
}
