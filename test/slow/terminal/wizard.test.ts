import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import xterm from '@xterm/headless';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { SHARED_CACHE } from '../../support/processes/installed-program.ts';
import { CTRL_C, type InTerminal, inTerminal, shellInTerminal } from '../../support/terminal/pty.ts';
import { answer, screenOf, showOn } from '../../support/terminal/terminal.ts';

const CTRL_D = '\u0004';
const CTRL_Z = '\u001a';
const UP = '\u001b[A';
const DOWN = '\u001b[B';
const LEFT = '\u001b[D';
const HOME = '\u001b[H';
const ENTER = '\r';

let home: string;
let env: Readonly<Record<string, string>>;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'crier-wizard-'));
  env = { PATH: process.env.PATH ?? '', HOME: home, ...SHARED_CACHE, LANG: 'C.UTF-8' };
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function create(words: string, columns = 80): InTerminal {
  return inTerminal(
    ['automations', 'create', '--sandbox', ...words.split(' ').filter((word) => word !== '')],
    {
      columns,
      env,
    },
  );
}

/** Puts the cursor behind the bar before a text. */
const FIRST_CELL = '\u001b[3G';

/** What a terminal shows whose window was made narrower in between. */
async function afterResize({
  wide,
  narrow,
  columns: [before, after],
}: {
  readonly wide: string;
  readonly narrow: string;
  readonly columns: readonly [number, number];
}): Promise<readonly string[]> {
  const terminal = new xterm.Terminal({ cols: before, rows: 24, scrollback: 1_000, allowProposedApi: true });
  const write = (text: string) => new Promise<void>((resolve) => terminal.write(text, resolve));
  await write(wide);
  terminal.resize(after, 24);
  await write(narrow);
  const { active } = terminal.buffer;
  return Array.from({ length: active.length }, (_, y) => active.getLine(y)?.translateToString(true) ?? '');
}

const SESSION = [
  ['What should it do?', ENTER],
  ['type to search', 'swna'],
  ['No match', `${ENTER}\u007f\u007fan`],
  [/❯ \d+m ago {2}reel {2}Swan(?!.*No match)/s, ENTER],
  ['Keywords', `,${ENTER}`],
  ['at least one keyword', `\u0015GUIDE, recipe${ENTER}`],
  ['for example:', ENTER],
  ['must not be blank', `Here it are.${ENTER}${ENTER}Soon.${LEFT.repeat(6)}`],
  [/Soon\..*next line/s, `${UP}Hi {{recipient_username}}!${ENTER}`],
  [/username.*next line/s, `\u0005\u007f\u007f\u007f\u007fis.${CTRL_D}`],
  ['What is its name?', `Brew guide${ENTER}`],
  ['Create it?', ENTER],
] as const;

describe('the wizard in a real terminal', () => {
  test.each([80, 40])('a whole session on %i columns', async (columns) => {
    const program = create('', columns);
    await answer(program, SESSION);
    expect(await program.ended).toBe(0);
    const lines = await screenOf(program, columns);
    expect(lines).toContain('✔ What is its name? Brew guide');
    expect(lines).toContain('  │ Here it is.    │');
    expect(lines).toContain('  │ Hi a.follower! │');
    expect(lines).toContain('  │ Soon.          │');
    // a text of several lines is not spelled alike in every shell: the file says it, and no command
    expect(lines.join('\n')).not.toContain('crier automations create');
    expect(lines).toContain('name: Brew guide');
    expect(lines).toContain('    postId: "18104695296883560"');
    expect(lines).toContain('    keywords: [GUIDE, recipe]');
    // of what was asked once, nothing is left twice
    expect(lines.filter((line) => line.includes('What should it do?'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('Keywords'))).toHaveLength(1);
  });

  test('a text that is pasted keeps its empty lines; Enter below two of them ends it', async () => {
    const program = create('--on comment --post all --keyword GO --name Pasted');
    await answer(program, [
      ['should it do then?', ENTER],
      ['Ctrl-D: done', `One\r\r\rTwo\r\r`],
      [/Two.*Enter or Ctrl-D: done/s, ENTER],
      ['Do anything else?', ENTER],
      ['Create it?', ENTER],
    ]);
    expect(await program.ended).toBe(0);
    expect(program.output).toContain('    message: |-\r\n      One\r\n\r\n\r\n      Two\r\n');
  });

  test('a text is shown once, whatever happened to the window', async () => {
    const program = create('--on comment --post all --keyword GO --name Resized', 100);
    await answer(program, [
      ['should it do then?', ENTER],
      ['Ctrl-D: done', `${'A long line. '.repeat(7)}End`],
      ['End', HOME],
    ]);
    await eventually(() => expect(program.output.endsWith(FIRST_CELL)).toBe(true));
    const wide = program.output;
    program.resize(50);
    await eventually(() => expect(program.output.slice(wide.length)).toContain('Ctrl-D: done'));
    program.type(CTRL_C);
    await program.ended;
    const lines = await afterResize({ wide, narrow: program.output.slice(wide.length), columns: [100, 50] });
    expect(lines.filter((line) => line.includes('What does the DM say?'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('│ '))).toHaveLength(2);
  });

  test('a window that is made narrower while a question waits', async () => {
    const program = create('--on comment --keyword GO --dm Hi --name Resized');
    await program.seen('arrow keys to move');
    program.resize(50);
    program.type(DOWN + ENTER);
    await answer(program, [['Create it?', ENTER]]);
    expect(await program.ended).toBe(0);
    const shown = program.output.slice(program.output.indexOf('Preview:'));
    expect(await showOn(shown, 50)).toMatchObject({ lines: expect.arrayContaining(['  │ Hi │']) });
    expect(shown).toContain('--post 18104695296883560');
  });

  test('--accessible moves no cursor', async () => {
    const program = create('--accessible --color never');
    await answer(program, [
      ['A number from 1 to 4', ENTER],
      ['A number from 1 to 7, or words to search for', ENTER],
      ['Keywords', `GO${ENTER}`],
      ['> ', `Hi${ENTER}.${ENTER}`],
      ['What is its name?', ENTER],
      ['A number from 1 to 3', ENTER],
    ]);
    expect(await program.ended).toBe(0);
    expect(program.output).not.toContain('\u001b');
    expect(program.output).toContain('--on comment --post all --keyword GO --dm Hi');
  });
});

const WAITING = [
  ['a choice', '', 'arrow keys to move', []],
  ['a text', '--on comment --post all --dm Hi --name x', 'Keywords', []],
  ['a long text', '--on comment --post all --keyword GO --name x', 'Ctrl-D: done', [['do then?', ENTER]]],
  ['a line', '--accessible', 'A number from 1 to 4', []],
  ['the last question', '--on comment --keyword GO --dm Hi --name x', 'Create it?', [['Which post', ENTER]]],
] as const;

describe.each(WAITING)('while %s waits', (_what, words, question, before) => {
  test.each([
    ['Ctrl-C', 130, CTRL_C],
    ['Ctrl-D', 2, CTRL_D],
  ])('%s ends it with %i, creates nothing, and leaves the terminal as it was', async (_key, code, key) => {
    const [was, is] = ['before', 'after'].map((name) => join(home, `${name}-${words.length}-${code}`));
    const program = shellInTerminal(
      `trap : INT; stty -a > ${was}; $CRIER automations create --sandbox ${words}; echo "ended with $?"; stty -a > ${is}`,
      { env },
    );
    await answer(program, [...before, [question, key]]);
    await program.ended;
    const lines = await screenOf(program);
    expect(lines).toContain(`ended with ${code}`);
    expect(lines.join('\n')).not.toContain('auto_');
    expect(lines.join('\n')).toMatch(/nothing was created/);
    expect(readFileSync(is ?? '', 'utf8')).toBe(readFileSync(was ?? '', 'utf8'));
  });
});

test('SIGTERM ends a question with 143, and shows the cursor again', async () => {
  const program = create('');
  await program.seen('arrow keys to move');
  process.kill(program.pid, 'SIGTERM');
  expect(await program.ended).toBe(143);
  await screenOf(program);
});

test('a prompt that was suspended by Ctrl-Z continues when the program is brought back', async () => {
  const program = create('');
  await program.seen('arrow keys to move');
  program.type(CTRL_Z);
  // no shell started it that could stop it, but it gives the terminal back, which echoes again
  const typing = setInterval(() => program.type('~'), 20);
  await program.seen('~').finally(() => clearInterval(typing));
  process.kill(program.pid, 'SIGCONT');
  program.type(DOWN);
  await program.seen('someone replies to a story');
  program.type(CTRL_C);
  expect(await program.ended).toBe(130);
});

test('a text that was left by Ctrl-Z is drawn again when the program is brought back', async () => {
  const words = '--on comment --post all --keyword GO --name x';
  const line = `set -m; $CRIER automations create --sandbox ${words}; echo "It was left."; fg`;
  const program = shellInTerminal(line, { env });
  await answer(program, [
    ['do then?', ENTER],
    ['Ctrl-D: done', 'Half a text'],
    ['Half a text', CTRL_Z],
  ]);
  await program.seen(/It was left\..*Half a text/s);
  program.type(CTRL_C);
  expect(await program.ended).toBe(130);
});
