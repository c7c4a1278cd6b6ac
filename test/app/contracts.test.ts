import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { describeCommand } from '../../src/cli/framework/argv/describe-command.ts';
import { COMMAND_SECTIONS, renderHelpPage } from '../../src/cli/framework/argv/help.ts';
import { COMMANDS, TOPICS } from '../../src/cli/framework/command/command-list.ts';
import { GROUPS } from '../../src/cli/framework/command/groups.ts';
import { loadOutputSchema } from '../../src/cli/framework/many/across-document.ts';
import { crier } from '../support/crier.ts';

const commands = await Promise.all(
  COMMANDS.map(async ({ path, load }) => ({ path, name: path.join(' '), command: await load() })),
);

test('commands are there to be walked', () => {
  expect(commands.length).toBeGreaterThan(8);
});

/** The fields of each `pagination` in a schema; as `elsewhere` where that is not in `meta`. */
function listBlocks(schema: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key !== 'pagination') return listBlocks(value, [...path, key]);
    const fields = Object.keys((value as { properties?: object }).properties ?? {}).toSorted(); // a part of a JSON Schema
    return path.slice(-3).join('.').endsWith('meta.properties') ? [fields.join()] : ['elsewhere'];
  });
}

describe.each(commands)('crier $name', ({ path, name, command }) => {
  const facts = describeCommand(command);
  const flags = facts.sets.flatMap((set) => set.flags);

  test('says what it is in one line of at most 60 characters', () => {
    expect(command.summary).toMatch(/^[A-Z][^\n]{10,58}[^.\n]$/);
  });

  test('describes every flag and argument', () => {
    const bare = [...flags, ...facts.positional].filter(
      ({ description }) => !/^\S.{5,}[^.]$/s.test(description),
    );
    expect(bare.map((flag) => flag.name)).toEqual([]);
  });

  test('conflicts only with flags that it has', () => {
    const conflicts = flags.flatMap(({ syntax }) => syntax.conflicts ?? []);
    expect(flags.map(({ key }) => key)).toEqual(expect.arrayContaining(conflicts));
  });

  test('has no flag twice', () => {
    const written = flags.flatMap((flag) => [
      flag.name,
      ...(flag.syntax.short ? [`-${flag.syntax.short}`] : []),
    ]);
    expect(written.filter((each, index) => written.indexOf(each) !== index)).toEqual([]);
  });

  test('has two examples at least, and they are of itself', () => {
    expect(command.examples.length).toBeGreaterThanOrEqual(2);
    expect(command.examples.filter((example) => !`${example} `.startsWith(`${name} `))).toEqual([]);
  });

  test('its schemas can be given to tools', async () => {
    const output = await loadOutputSchema(command);
    expect(() => z.toJSONSchema(output, { io: 'output' })).not.toThrow();
    expect(() => z.toJSONSchema(command.input, { io: 'input', unrepresentable: 'any' })).not.toThrow();
  });

  test('a list that can be cut has the one block that says so, and no document another', async () => {
    const document = z.toJSONSchema(await loadOutputSchema(command), {
      io: 'output',
      unrepresentable: 'any',
    });
    const flags = describeCommand(command).sets.flatMap((set) => set.flags.map((flag) => flag.name));
    const canBeCut = flags.includes('--limit') || flags.includes('--cursor');
    const blocks = listBlocks(document);
    expect(blocks.filter((each) => each !== 'hasMore,limit,next,nextFlags')).toEqual([]);
    if (canBeCut) expect(blocks.length).toBeGreaterThan(0);
  });

  test.each([80, 40])('its help fits into %i columns and begins with examples', async (width) => {
    const page = await renderHelpPage(path, width);
    // a default that the description names, too
    expect(page).not.toMatch(/\(default: [^()]*\bdefault: /);
    const lines = page.split('\n');
    // a word of a command is never broken, and may be wider than a line
    const isWord = (line: string, at: number) => line.startsWith('  $ ') || lines[at - 1]?.endsWith(' \\');
    const tooWide = lines.filter((line, at) => line.length > width && !isWord(line, at));
    expect(tooWide).toEqual([]);
    const heads = lines.filter((line) => /^(Examples|Usage|Flags|[A-Z][a-z]+ flags|Arguments)$/.test(line));
    expect(heads[0]).toBe('Examples');
  });
});

test('help shows what writes a file just before the example that reads it', async () => {
  const page = (await renderHelpPage(['posts', 'create'], 80)).replaceAll(/ \\\n +/g, ' ');
  const [first, ...examples] = page.split('\n').filter((line) => line.startsWith('  $ '));
  expect(first).toContain('--platform bluesky,linkedin');
  expect(examples.slice(-2)).toEqual([
    expect.stringMatching(/--jq \.request\.body > week\.yaml$/),
    '  $ crier posts create -f week.yaml --yes',
  ]);
  expect(await renderHelpPage(['posts'], 80)).toContain('$ crier posts create --platform');
});

test('the overview lists every command and group of one word in exactly one section', () => {
  const listed: readonly string[] = COMMAND_SECTIONS.flatMap(({ names }) => names);
  const top = [...GROUPS, ...COMMANDS].filter(({ path }) => path.length === 1);
  expect(listed.toSorted()).toEqual(top.map(({ path }) => path.join(' ')).toSorted());
});

test('the overview aligns the summaries two cells after the longest name', async () => {
  const page = await renderHelpPage([], 80);
  const longest = Math.max(...COMMAND_SECTIONS.flatMap(({ names }) => names.map(({ length }) => length)));
  const rows = COMMAND_SECTIONS.flatMap(({ names }) => names.map((name) => `\n  ${name.padEnd(longest)}  `));
  for (const row of rows) expect(page).toMatch(new RegExp(`${row}[A-Z]`));
});

test('each folder of commands has a summary in groups.ts', () => {
  const folders = new Set(
    COMMANDS.flatMap(({ path }) => path.slice(0, -1).map((_, at) => path.slice(0, at + 1).join(' '))),
  );
  expect([...folders].toSorted()).toEqual(GROUPS.map(({ path }) => path.join(' ')).toSorted());
});

test.each(GROUPS.map(({ path }) => ({ name: path.join(' '), path })))(
  'crier $name without arguments prints its help and succeeds',
  async ({ name, path }) => {
    const { exitCode, stdout } = await crier(path);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`"crier ${name} <command> --help"`);
  },
);

test.each(TOPICS.flatMap((topic) => [80, 60].map((columns) => ({ ...topic, columns }))))(
  'crier help $name fits into $columns columns',
  async ({ name, load, columns }) => {
    const { exitCode, stdout } = await crier(['help', name], { isTerminal: true, columns });
    expect(exitCode).toBe(0);
    expect(plain(stdout).replaceAll('\n', ' ')).toContain((await load()).summary);
    expect(
      plain(stdout)
        .split('\n')
        .filter((line) => line.length > columns && !line.startsWith('  $ ')),
    ).toEqual([]);
  },
);

function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours are what is taken out
  return text.replaceAll(/\u001B\[\d+m/g, '');
}
