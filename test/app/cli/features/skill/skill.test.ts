import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeCommand, listFlags } from '../../../../../src/cli/framework/argv/describe-command.ts';
import { COMMANDS, TOPICS } from '../../../../../src/cli/framework/command/command-list.ts';
import { GROUPS } from '../../../../../src/cli/framework/command/groups.ts';
import { EXIT } from '../../../../../src/errors.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';
import { answering } from '../../../../support/engine/fake-outbound.ts';
import { quickFolder } from '../../../../support/quick-folder.ts';
import { shellWords } from '../../../../support/terminal/shell-words.ts';

const TEXT = readFileSync(join(import.meta.dirname, '../../../../../skills/crier/SKILL.md'), 'utf8');
const [, head = '', body = ''] = TEXT.split(/^---\n/m);
const LINES = [...body.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block = '']) => block.trimEnd().split('\n'))
  .map((line) => line.replace(/ +#.*$/, ''));

/** Ids of the demo data in place of the words in capitals: a post that was published has comments, one that waits can be approved. */
const DEMO = [
  [/ posts (.*)\bPOST\b/, ' posts $1Su3gHk9WqZr5TcYb7MvN'],
  [/\bPOST\b/, 'Mn5cTy8LrWb2QzHp6KsD'],
  [/\bCOMMENT\b/, 'UgyYHjvN2DLmAcqyaQf4AaABAg'],
  [/\bREVIEW\b/, 'AbFvOqmR9xK2dWsT6vBn4Lq8Yh3Zc7Pf5GjA'],
  [/\bAUTOMATION\b/, 'auto_K7pW2mXq9L'],
  [/\bPERSON\b/, 'mara'],
] as const;

test('The skill is short, and its front matter is as the format has it', () => {
  expect(TEXT.split('\n').length).toBeLessThan(150);
  const { name, description, license, compatibility, ...others } = parse(head);
  expect({ name, license, others }).toEqual({ name: 'crier', license: 'MIT', others: {} });
  expect(description.length).toBeLessThanOrEqual(1024);
  expect(compatibility.length).toBeLessThanOrEqual(500);
});

describe('the commands of the skill', () => {
  let sandbox: Sandbox;
  const folder = quickFolder('skill');
  beforeAll(async () => {
    sandbox = await openTestSandbox();
    mkdirSync(join(folder, 'automations'));
    writeFileSync(
      join(folder, 'automations', 'brew-guide-on-request.test.yaml'),
      '- {event: comment, text: GUIDE please, expect: fires}\n',
    );
    await run(['sandbox', 'engage', 'comment', '--from', 'mara', '--text', 'GUIDE', '--run']);
  });
  afterAll(() => sandbox.close());

  const run = (words: readonly string[]) =>
    crier(words, {
      sandbox: { ...sandbox, close: () => {} },
      folder,
      outbound: answering(() => ({ status: 204 })),
      env: { CRIER_CONTEXT: 'sandbox', CRIER_STATE_DIR: join(folder, 'state'), CRIER_CONFIG_DIR: folder },
    });

  test.each(LINES)('%s', async (line) => {
    const [command = ''] = DEMO.reduce((text, [word, id]) => text.replace(word, id), line).split(' > ');
    const [program, ...words] = shellWords(command);
    const { exitCode, stderr } = await run(words);
    // the sandbox has delivered nothing
    const expected = command === 'crier hooks explain' ? EXIT['not-found'].code : 0;
    expect([program, exitCode, stderr]).toEqual(['crier', expected, stderr]);
  });
});

test('Every command, flag and topic that the skill names exists', async () => {
  const commands = await Promise.all(
    COMMANDS.map(async ({ path, load }) => [path.join(' '), describeCommand(await load())] as const),
  );
  const names = new Set([
    ...commands.map(([name]) => name),
    ...GROUPS.map(({ path }) => path.join(' ')),
    ...TOPICS.map(({ name }) => `help ${name}`),
    '--help',
  ]);
  const flags = new Set([
    '--help',
    ...commands.flatMap(([, facts]) => listFlags(facts).map(({ name }) => name)),
  ]);
  const named = [...body.matchAll(/`crier ([^`]+)`/g)].map(([, line = '']) => line.split(' '));
  const unknown = named.filter(
    (words) => !words.some((_word, at) => names.has(words.slice(0, at + 1).join(' '))),
  );
  expect(unknown).toEqual([]);
  expect(body.match(/(?<=[` ])--[a-z-]+/g)?.filter((flag) => !flags.has(flag))).toEqual([]);
});

test('The exit codes of the skill are those of the program', () => {
  const [, table = ''] = body.split('| exit code |');
  const codes = [...table.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, cell = '']) =>
    cell.split(', ').map(Number),
  );
  const known = Object.values(EXIT).map(({ code }) => code);
  // a defect, and signals, need no page
  expect(codes.toSorted((one, other) => one - other)).toEqual(
    known.filter((code) => code !== 1 && code < 100),
  );
});
