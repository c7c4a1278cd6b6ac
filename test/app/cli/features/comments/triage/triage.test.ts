import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, openTestSandbox } from '../../../../../support/crier.ts';
import { dangerousIn } from '../../../../../support/hostile/dangerous.ts';
import {
  CTRL_D,
  ESC,
  pasted,
  startOnScreen,
  withoutMoves,
} from '../../../../../support/terminal/screen-run.ts';
import { showOn } from '../../../../../support/terminal/terminal.ts';

const INBOX = 'comments inbox --since 1h --posts 4 --sandbox';
const CTRL_C = '\u0003';
const CTRL_Z = '\u001a';
const base = mkdtempSync(join(tmpdir(), 'crier-triage-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let sandbox: Sandbox;
let state: string;
beforeEach(async () => {
  sandbox = await openTestSandbox();
  state = mkdtempSync(join(base, 'state-'));
});

const around = (): Around => ({
  sandbox: { ...sandbox, close: () => {} },
  env: { CRIER_STATE_DIR: state, CRIER_CONFIG_DIR: state },
});
const start = (words: string, more: Parameters<typeof startOnScreen>[2] = {}, line = INBOX) =>
  startOnScreen(line, words, { ...around(), ...more });
const run = (line: string) => crier(`${line} --sandbox`, around());
const listWaiting = async () =>
  (
    (await run('comments inbox --since 1h --posts 4 --json')).json as {
      inbox: { id: string; text: string }[];
    }
  ).inbox;

/** What a screen leaves behind: no other screen, no mode, and the cursor. */
async function expectRestored(output: string): Promise<void> {
  const { harm } = await showOn(output, 80);
  expect(harm.filter((what) => !/^CSI (\?[hl]|[HJK])$/.test(what))).toEqual([
    'another screen',
    'another screen',
  ]);
  expect(output.lastIndexOf(`${ESC}[?25h`)).toBeGreaterThan(output.lastIndexOf(`${ESC}[?25l`));
}

test('a whole session: read, mark as done, skip, reply, undo, quit', async () => {
  const before = await listWaiting();
  const screen = await start('1 of 5');
  const { press, lines, end } = screen;
  expect((await lines()).slice(0, 7)).toEqual([
    '1 of 5  5 open  not all are shown (w)',
    '─'.repeat(80),
    'YouTube  @yusra.pours',
    '4m ago (Mon 21 Sep 2026 14:09 UTC), 0 likes, for the Primary Profile',
    "on the post: Swan or dove? Bram's first clean pour of the week. Sound on 🦢",
    '',
    'Oat or cow?',
  ]);
  await press('n', '2 of 5');
  await press('p', 'Oat or cow?');
  await press('d', '2 of 5  4 open, 1 done');
  await press('s', '3 of 5  3 open, 1 done, 1 skipped');
  await press('r', 'Your reply');
  await press('A swan,', '│ A swan,');
  await press(`${ESC}\r`, '│ A swan, │ ');
  await press('I hope', '│ I hope');
  await press('\r', 'It is public as soon as it is sent. Send it?');
  expect((await lines()).join(' ')).toContain(
    'Reply to Len Hathersage on Facebook, sent by the built-in sandbox: │ A swan, │ I hope',
  );
  await press('y', /4 of 5 2 open, 1 replied.* sent: the reply to Len Hathersage on Facebook/);
  await press('u', /a sent reply cannot be undone; this deletes it: crier comments delete \w+ --sandbox/);
  await press('u', /2 of 5.*the comment is open again/s);
  await press('u', /1 of 5.*the comment is open again/s);
  await press('u', 'there is nothing to undo');
  await press('d', '1 done');
  const { exitCode, stdout, stderr } = await end('q');
  expect([exitCode, stdout]).toEqual([0, '']);
  expect(stderr).toContain('1 replied, 1 done, 3 open');
  expect(stderr).toContain('not read: TikTok');
  expect(screen.isRaw).toBe(false);
  await expectRestored(screen.output);
  const [yusra, , len] = before;
  const after = await listWaiting();
  expect(after).toHaveLength(3);
  for (const each of [yusra, len]) expect(after.map(({ id }) => id)).not.toContain(each?.id);
  await run('sandbox clock advance 15m');
  expect((await run('comments get Lt5nWc8RjYq3GvKs6PxA --flat -o ndjson')).stdout).toContain(
    '"A swan,\\nI hope"',
  );
});

test('after the last one, it says that none is open', async () => {
  const { press, end } = await start('1 of 2', {}, `${INBOX} -n 2`);
  await press('d', '2 of 2');
  await press('d', /0 open, 2 done.*no open comment is left/s);
  expect((await end('q')).stderr).toContain('2 done, 0 open');
});

test('comments of several profiles are answered and marked for their own', async () => {
  const ofHarbour = async () =>
    (await run('comments inbox --since 30d --profile harbour --posts 4 --json')).json as {
      inbox: { id: string }[];
    };
  const before = (await ofHarbour()).inbox.length;
  const all = 'comments inbox --all-profiles --since 30d --platform instagram --posts 4 --sandbox';
  const { press, lines, end } = await start('1 of', {}, all);
  while (!(await lines()).join(' ').includes('for the profile harbour')) {
    const [, at = ''] = /^(\d+) of/.exec((await lines())[0] ?? '') ?? [];
    await press('n', `${Number(at) + 1} of`);
  }
  await press('r', 'Your reply');
  await press('Ahoy', '│ Ahoy');
  await press(CTRL_D, /sent by the built-in sandbox, profile harbour:/);
  await press('y', 'sent: the reply');
  await press('u', /comments delete \w+ --profile harbour --sandbox/);
  expect((await end('q')).stderr).toContain('1 replied');
  expect((await ofHarbour()).inbox).toHaveLength(before - 1);
});

describe('a comment that is deleted', () => {
  test('asks first, is gone, and cannot be restored', async () => {
    const [, spam] = await listWaiting();
    const { press, end } = await start('1 of 5');
    await press('n', '2 of 5');
    await press(
      'x',
      /Delete this comment by @zoe.drinks.slow on Instagram, with its replies\?.*Delete it\?/s,
    );
    await press(ESC, /2 of 5 5 open.*nothing was deleted/s);
    await press('x', 'Delete it?');
    await press('y', /3 of 5 4 open, 1 deleted.*deleted: @zoe.drinks.slow on Instagram/s);
    await press('p', /2 of 5.*deleted/s);
    await press('r', 'this comment is already deleted');
    await press('u', /2 of 5.*a deleted comment cannot be restored/s);
    expect((await end(CTRL_D)).stderr).toContain('1 deleted, 4 open');
    expect((await listWaiting()).map(({ id }) => id)).not.toContain(spam?.id);
    await run('sandbox clock advance 15m');
    expect((await run(`comments get ${spam?.id} --platform instagram --comment`)).exitCode).toBe(5);
  });

  test.each([
    ['is none of your own on TikTok', 'tiktok', /on TikTok, only your own comments can be deleted; o opens/],
    [
      'cannot be deleted on LinkedIn by its id',
      'linkedin',
      /LinkedIn comments cannot be deleted .*; o opens/s,
    ],
  ])('%s: nothing is asked', async (_why, network, words) => {
    const { press, end } = await start('1 of', {}, `comments inbox --platform ${network} --sandbox`);
    await press('x', words);
    await end('q');
  });

  test('that the service refuses to delete stays open', async () => {
    await run('sandbox fault add --code 161 --endpoint deleteComments');
    const { press, end } = await start('1 of 5');
    await press('n', '2 of 5');
    await press('x', 'Delete it?');
    await press('y', 'the deletion failed: ');
    await press(ESC, '5 open');
    await end('q');
  });
});

describe('a saved reply', () => {
  test('is found by its words, can be changed, and is sent after its preview', async () => {
    await run('replies save hours --text Open');
    await run('replies save thanks --text Thanks,_@{{handle}}');
    const { press, end } = await start('1 of 5');
    await press('\t', /Saved replies.*> hours Open thanks Thanks,_@{{handle}}/);
    await press('thank', /Saved replies with: thank > thanks Thanks,_@{{handle}}/);
    await press('\r', '│ Thanks,_@{{handle}}');
    await press('!', '│ Thanks,_@{{handle}}!');
    await press('\r', /sent by the built-in sandbox: │ Thanks,_@yusra\.pours!/);
    await press('y', 'sent: the reply to @yusra.pours');
    expect((await end('q')).stderr).toContain('1 replied');
  });

  test.each([
    ['is none yet', '1 of', '', 'no reply is saved: "crier replies save <name>'],
    ['is of no use where the network takes no reply', '1 of', '--platform reddit', /cannot be replied to by/],
  ])('%s', async (_why, first, flags, words) => {
    const { press, end } = await start(first, {}, `comments inbox --posts 4 ${flags} --sandbox`);
    await press('\t', words);
    await end('q');
  });
});

describe('what is around a comment', () => {
  test('is the thread above it, in short, and whole with t', async () => {
    const line = 'comments inbox --platform facebook --contains promises --sandbox';
    const { press, lines, end } = await start('In reply to', { rows: 30 }, line);
    expect((await lines()).slice(5, 10).join('\n')).toMatch(
      /^on the post: First Tide is here.*\n\nIn reply to Orla Finnick: Picked up two bags.*\n.*\nBefore it, you: Fair winds, Orla!/,
    );
    await press(
      't',
      /The post │ First Tide.*Orla Finnick, 13h ago.*you, 12h ago.*Orla Finnick, 12h ago \(this/s,
    );
    await press(ESC, 'In reply to');
    await end('q');
  });

  test('is what could not be read, at once and for as long as it runs', async () => {
    await run('sandbox fault add --code 161 --endpoint getHistory --count 1');
    const line = 'comments inbox --all-profiles --since 30d --platform tiktok,x --sandbox';
    const { press, end } = await start('not all are shown (w)', {}, line);
    await press('n', '2 of');
    await press('w', /not all are shown \(w\).*not read: the Primary Profile \(.*authorization/s);
    await press(ESC, 'Enter more  n next');
    await end(CTRL_C);
  });
});

describe('what is not sent', () => {
  test('a reply that is cancelled, and kept for later', async () => {
    const { press, end } = await start('1 of 5');
    await press('r', 'Your reply');
    await press('Both!', '│ Both!');
    await press(CTRL_D, 'Send it?');
    await press(ESC, 'nothing was sent; r shows the reply again');
    await press('r', '│ Both!');
    await press(ESC, '1 of 5  5 open');
    expect((await end('q')).stderr).toContain('5 open');
    expect(await listWaiting()).toHaveLength(5);
  });

  test('what is pasted, in which no command is read', async () => {
    const { press, end } = await start('1 of 5');
    await press(`${pasted('ddq')}n`, '2 of 5  5 open');
    await press('p', '1 of 5');
    await press('r', 'Your reply');
    await press(pasted(`yes${CTRL_D}\ry`), '│ y');
    await press('\rwithout brackets\ry', '│ y │ without brackets │ y');
    await end(`${ESC}${CTRL_C}`);
    expect(await listWaiting()).toHaveLength(5);
  });

  test('a reply that the service refuses: the text is kept', async () => {
    await run('sandbox fault add --code 161 --endpoint replyToComment');
    const { press, end } = await start('1 of 5');
    await press('r', 'Your reply');
    await press('Both!', '│ Both!');
    await press(CTRL_D, 'Send it?');
    await press('y', /Send it\?.*the reply failed: /s);
    await press('e', '│ Both!');
    await press(ESC, '5 open');
    await end('q');
    expect(await listWaiting()).toHaveLength(5);
  });

  test('a name in double braces that nothing fills', async () => {
    const { press, end } = await start('1 of 5');
    await press('r', 'Your reply');
    await press('Hi {{first}}', '│ Hi {{first}}');
    await press('\r', /{{first}} would be published as it is/);
    await press(ESC, '5 open');
    await end('q');
  });

  test('a reply on a network that takes none by the id of a comment', async () => {
    const { press, end } = await start('1 of', {}, 'comments inbox --platform reddit --sandbox');
    await press('r', /comments cannot be replied to by the network's id; o opens the comment/);
    await end('q');
  });
});

test('what the run has to say is shown on the screen, and printed after it', async () => {
  await run('sandbox clock advance 1h');
  const screen = await start('1 of ');
  const { press, end } = screen;
  await press('r', 'Your reply');
  await press('Both!', '│ Both!');
  await press(CTRL_D, /Send it\?.*the sandbox clock is 1 hour ahead/);
  await press(ESC, / open/);
  const { stderr } = await end('q');
  expect(stderr.split('the sandbox clock is 1 hour ahead')).toHaveLength(2);
  await expectRestored(screen.output);
});

describe('the browser', () => {
  test.each([
    [true, /opened https:\/\//],
    [false, /no browser could be opened; the page is https:\/\//],
  ])('opens the page of the comment: %s', async (isOpened, words) => {
    const opened: string[] = [];
    const openUrl = async (url: URL) => {
      opened.push(url.href);
      return isOpened;
    };
    const { press, end } = await start('1 of 5', { others: { openUrl } });
    await press('o', words);
    await end('q');
    expect(opened).toHaveLength(1);
    expect(opened[0]).toMatch(/^https:\/\/\S*youtube/);
  });
});

describe('the window', () => {
  test('is drawn again when its size changes, at each step', async () => {
    const { press, resize, lines, end } = await start('1 of 5');
    await resize({ columns: 40, rows: 16 });
    expect((await lines()).slice(-2)).toEqual([
      'Enter more  n next  p previous  r reply',
      'd done  s skip  q quit  ? all keys',
    ]);
    await press('r', 'Your reply');
    await press('Hello', '│ Hello');
    await resize({ columns: 30 });
    expect(await lines()).toContain('│ Hello');
    await press(CTRL_D, 'y send');
    await resize({ columns: 80, rows: 24 });
    expect((await lines()).at(-1)).toBe('y send  e edit  Esc cancel');
    await end(CTRL_C);
  });

  test('of 40 columns shows comments of all networks without harm', async () => {
    const screen = await start('1 of', { columns: 40 }, 'comments inbox --posts 6 --sandbox -n 25');
    const { press, end } = screen;
    for (let at = 2; at <= 25; at += 1) await press('n', `${at} of 25`);
    await end('q');
    const text = withoutMoves(screen.output).replaceAll('\n', '');
    expect(dangerousIn(text.replaceAll(ESC, '')).filter((what) => what !== ESC)).toEqual([]);
    await expectRestored(screen.output);
  });
});

describe('the end', () => {
  test.each([
    ['while a comment is read', []],
    ['while a reply is written', [['r', 'Your reply']]],
    [
      'at the preview',
      [
        ['r', 'Your reply'],
        ['Hi', '│ Hi'],
        [CTRL_D, 'Send it?'],
      ],
    ],
  ] as const)('Ctrl-C %s restores the terminal', async (_when, keys) => {
    const screen = await start('1 of 5');
    const { press, end } = screen;
    for (const [key, words] of keys) await press(key, words);
    const { exitCode, stderr } = await end(CTRL_C);
    expect([exitCode, stderr.trim()]).toEqual([130, 'crier: interrupted']);
    expect(screen.isRaw).toBe(false);
    await expectRestored(screen.output);
  });

  test('a terminal that is closed ends it', async () => {
    const screen = await start('1 of 5');
    const { close } = screen;
    const { exitCode, stderr } = await close();
    expect(exitCode).toBe(0);
    expect(stderr).toContain('5 open');
    await expectRestored(screen.output);
  });

  test('Ctrl-Z leaves the screen, and it is drawn again afterwards', async () => {
    const screen = await start('1 of 5');
    const { press, end } = screen;
    await press(CTRL_Z, '1 of 5');
    expect(screen.suspended).toBe(1);
    expect(screen.isRaw).toBe(true);
    expect(screen.output.split(`${ESC}[?1049l`)).toHaveLength(2);
    await press('n', '2 of 5');
    await end('q');
    expect(screen.output.split(`${ESC}[?1049l`)).toHaveLength(3);
  });
});

describe('the list is printed, and no screen is shown', () => {
  test.each([
    ['--list', {}],
    ['-o table', {}],
    ['-o tsv', {}],
    ['--no-input', {}],
    ['--accessible', {}],
    ['--fields platform,id', {}],
    ['', { CI: 'true' }],
    ['', { TERM: 'dumb' }],
    ['', { CRIER_OUTPUT: 'table' }],
  ])('with %s and %j', async (flags, env) => {
    const { stdout, exitCode } = await crier(`${INBOX} ${flags}`, {
      ...around(),
      isTerminal: true,
      env: { CRIER_STATE_DIR: state, ...env },
    });
    expect(exitCode).toBe(0);
    expect(stdout.trimEnd().split('\n').length).toBeGreaterThan(5);
  });

  test('with nothing to show', async () => {
    const { stdout } = await crier('comments inbox --since 1m --posts 4 --sandbox', {
      ...around(),
      isTerminal: true,
    });
    expect(stdout).toMatch(/^no unanswered comment matches; without these filters, \d+ in \d+ posts?$/m);
  });

  test('in a pipe', async () => {
    expect((await run('comments inbox --since 1h --posts 4')).stdout.trimEnd().split('\n')).toHaveLength(6);
  });
});

test('the guide shows the screens as they are', async () => {
  const guide = join(import.meta.dirname, '../../../../../../docs/guides/comments.md');
  const { press, lines, end } = await start('1 of 5', { rows: 14 });
  await press('s', '2 of 5');
  const read = await lines();
  await press('r', 'Your reply');
  await press('Two thirds, @zoe.drinks.slow. Potatoes welcome.', '│ Two thirds');
  await press('\r', 'Send it?');
  const screens = [read, await lines()].map((screen) => screen.join('\n'));
  await end(CTRL_C);
  const text = readFileSync(guide, 'utf8');
  const BLOCK = /(?<=```text\n)\d+ of \d+[\s\S]*?(?=\n```)/g;
  if (process.env['CRIER_UPDATE_DOCS'] === undefined) {
    expect(text.match(BLOCK)).toEqual(screens);
    return;
  }
  writeFileSync(
    guide,
    text.replaceAll(BLOCK, () => screens.shift() ?? ''),
  );
});
