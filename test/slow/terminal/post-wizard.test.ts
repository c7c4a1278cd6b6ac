import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHARED_CACHE } from '../../support/processes/installed-program.ts';
import { CTRL_C, type InTerminal, inTerminal, shellInTerminal } from '../../support/terminal/pty.ts';
import { answer, screenOf } from '../../support/terminal/terminal.ts';

const CTRL_D = '\u0004';
const DOWN = '\u001b[B';
const ENTER = '\r';
const JPG = 'https://kestrellane.example/beans.jpg';

let home: string;
let env: Readonly<Record<string, string>>;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'crier-post-wizard-'));
  env = { PATH: process.env.PATH ?? '', HOME: home, ...SHARED_CACHE, LANG: 'C.UTF-8', TZ: 'Europe/Oslo' };
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function create(words: readonly string[], columns = 80): InTerminal {
  return inTerminal(['posts', 'create', '--sandbox', ...words], { columns, env });
}

describe('the wizard of posts create in a real terminal', () => {
  test.each([80, 40])('a whole session on %i columns', async (columns) => {
    const program = create([], columns);
    await answer(program, [
      ['Space to select', ENTER],
      ['select at least one network', ` ${DOWN}`],
      [/◉ Bluesky/, ` ${ENTER}`],
      ['Ctrl-D: done', `Fresh beans ${columns}`],
      [/\d+ of 300 characters on/, `${'!'.repeat(300)}${CTRL_D}`],
      ['What should be posted on Bluesky?', ENTER],
      ['Text on Bluesky?', `Beans ${columns}${CTRL_D}`],
      ['optional:', `beans.jpg${ENTER}`],
      ['must be a public https', `\u0015${JPG}${ENTER}`],
      ['Another URL', ENTER],
      ['should it be published?', `${DOWN}${ENTER}`],
      ['Time (Europe/Oslo)?', `soonish${ENTER}`],
      ['is not a time', `\u0015in 2 days 9:00${ENTER}`],
      ['Anything else?', ENTER],
      ['Schedule it?', ENTER],
    ]);
    expect(await program.ended, program.output).toBe(0);
    const lines = await screenOf(program, columns);
    expect(lines).toContain(`✔ Text on Bluesky? Beans ${columns}`);
    expect(lines).toContain('  ╭──────────╮');
    expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain(
      'the text has 314 of 300 characters, 14 too many',
    );
    expect(lines).toContain(`  bluesky: Beans ${columns}`);
    expect(lines).toContain('status         scheduled');
    // of what was asked once, nothing is left twice
    for (const once of ['Which networks?', 'Text of the post?', 'Schedule it?']) {
      expect(lines.filter((line) => line.includes(once))).toHaveLength(1);
    }
    expect(lines.filter((line) => /……/.test(line))).toEqual([]);
  });

  test('only Enter publishes nothing at once', async () => {
    const asked = create(['--text', 'Hi again']);
    await answer(asked, [
      ['Space to select', ` ${ENTER}`],
      ['Publish it now?', ENTER],
    ]);
    expect(await asked.ended).toBe(2);
    expect((await screenOf(asked)).join(' ')).toContain('nothing was published');
  });

  test('--accessible moves no cursor', async () => {
    const program = create(['--accessible', '--color', 'never']);
    await answer(program, [
      ['Numbers from 1 to', `1${ENTER}`],
      ['> ', `Fresh beans, read aloud${ENTER}.${ENTER}`],
      ['23 of 300 characters on Bluesky', ENTER],
      [/should it be published\?.*A number from 1 to 4/s, ENTER],
      [/Anything else\?.*A number from 1 to 4/s, ENTER],
      [/Publish it now\?.*A number from 1 to 3/s, `2${ENTER}`],
    ]);
    expect(await program.ended, program.output).toBe(0);
    expect(program.output).not.toContain('\u001b');
    expect(program.output).toContain("--platform bluesky --text 'Fresh beans, read aloud'");
  });
});

const WAITING = [
  ['a choice of several', '', 'Space to select', []],
  ['a choice of several with a mark', '', '◉ Bluesky', [['Space to select', ' ']]],
  ['a text', '--platform bluesky', 'Ctrl-D: done', []],
  ['a line', '--accessible --platform bluesky', '> ', []],
  [
    'a time',
    '--platform bluesky',
    'Time (Europe',
    [
      ['Ctrl-D: done', `Hi${CTRL_D}`],
      ['optional:', ENTER],
      ['published?', DOWN + ENTER],
    ],
  ],
  ['the last question', '--text Hi', 'Publish it now?', [['Space to select', ` ${ENTER}`]]],
] as const;

describe.each(WAITING)('while %s waits', (what, words, question, before) => {
  test.each([
    ['Ctrl-C', 130, CTRL_C],
    ['Ctrl-D', 2, CTRL_D],
  ])('%s ends it with %i, publishes nothing, and leaves the terminal as it was', async (_key, code, key) => {
    const [was, is] = ['before', 'after'].map((name) => join(home, `${name}-${what.length}-${code}`));
    const program = shellInTerminal(
      `trap : INT; stty -a > ${was}; $CRIER posts create --sandbox ${words}; echo "ended with $?"; stty -a > ${is}`,
      { env },
    );
    await answer(program, [...before, [question, key]]);
    await program.ended;
    const lines = await screenOf(program);
    expect(lines).toContain(`ended with ${code}`);
    expect(lines.join('\n')).toMatch(/nothing was published/);
    expect(readFileSync(is ?? '', 'utf8')).toBe(readFileSync(was ?? '', 'utf8'));
    const posts = inTerminal(['posts', 'list', '--sandbox', '--json', '--jq', '[.posts[].post]'], { env });
    expect(await posts.ended).toBe(0);
    expect(posts.output).not.toContain('"Hi"');
  });
});
