import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deriveState, type InboxItem } from '../../../../../src/cli/features/inbox/inbox-item.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';

let opened: Sandbox;
let sandbox: Sandbox;
const state = mkdtempSync(join(tmpdir(), 'crier-inbox-'));
const run = (line: string) =>
  crier([...line.trim().split(/ +/), ...(line.startsWith('sandbox') ? [] : ['--sandbox'])], {
    sandbox,
    env: { CRIER_STATE_DIR: state, NO_COLOR: '1' },
  });
const write = (from: string, text: string) =>
  crier(['sandbox', 'engage', 'dm', '--from', from, '--text', text], { sandbox });
const list = async (flags = '') => {
  const { json } = await run(`inbox list --json ${flags}`);
  return json as { items: readonly InboxItem[]; posts: readonly { id: string }[] };
};

beforeAll(async () => {
  opened = await openTestSandbox();
  sandbox = { ...opened, close: () => {} };
  await write('mara', 'Do you ship to Norway?');
  await write('mara', 'Please');
  await write('jonas', 'The guide?');
  await run('messages send instagram jonas --text Tomorrow');
  await write('ines', 'Lovely');
  await crier(['sandbox', 'engage', 'dm', '--from', 'lea', '--text', 'Ahoy', '--profile', 'harbour'], {
    sandbox,
  });
});
afterAll(() => {
  opened.close();
  rmSync(state, { recursive: true, force: true });
});

describe('inbox list', () => {
  test('joins comments, conversations and reviews that wait, newest first', async () => {
    const { items, posts } = await list('--all');
    expect([...new Set(items.map(({ kind }) => kind))].toSorted()).toEqual(['comment', 'message', 'review']);
    expect([...new Set(items.map((item) => item.state))]).toEqual(['waiting']);
    const times = items.map(({ at }) => at ?? '');
    expect(times).toEqual(times.toSorted().toReversed());
    const named = new Set(items.flatMap(({ postId }) => postId ?? []));
    expect(new Set(posts.map(({ id }) => id))).toEqual(named);
  });

  test('lists a conversation once, as waiting only when the person wrote last', async () => {
    const { items } = await list('--kind message --state all --all');
    const ids = items.map(({ conversationId }) => conversationId);
    expect(new Set(ids).size).toBe(ids.length);
    const answered = items.filter((item) => item.state === 'answered');
    expect(answered.length).toBeGreaterThan(0);
    const waiting = (await list('--kind message --all')).items;
    expect(waiting.length + answered.length).toBe(items.length);
    for (const { at, answerUntil } of waiting)
      expect(Date.parse(answerUntil ?? '') - Date.parse(at ?? '')).toBe(24 * 3_600_000);
  });

  test.each([
    ['words of any message of a conversation', '--kind message --state all --contains norway', 'message'],
    ['who wrote a review', '--from Henrike\u00A0Solvang', 'review'],
    ['a network', '--platform youtube', 'comment'],
  ])('finds %s', async (_what, flags, kind) => {
    const { items } = await list(flags);
    expect(new Set(items.map((item) => item.kind))).toEqual(new Set([kind]));
  });

  test('with --all-profiles, names the profile of each', async () => {
    const { items } = await list('--kind message,review --state all --all --all-profiles');
    expect(new Set(items.map(({ profile }) => profile))).toEqual(new Set([null, 'harbour']));
  });

  test('says what could not be read, and lists the rest', async () => {
    await run('sandbox plan --messages off');
    const { stdout, stderr, exitCode } = await run('inbox list --kind message,review -o csv');
    await run('sandbox plan --messages on');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('review');
    expect(stderr).toMatch(/not read: messages on Facebook, Instagram and X \(1403/);
    await run('sandbox plan --messages off');
    const alone = await run('inbox list --kind message');
    await run('sandbox plan --messages on');
    expect([alone.exitCode === 0, alone.stdout]).toEqual([false, '']);
  });
});

describe('inbox done', () => {
  test.each(['comment', 'message', 'review'])(
    'a %s is left out then, and waits again with --undo',
    async (kind) => {
      const [first] = (await list(`--kind ${kind}`)).items;
      const isListed = async (flags: string) =>
        (await list(`--kind ${kind} --all ${flags}`)).items.some(({ id }) => id === first?.id);
      const line = `inbox done ${first?.id} --kind ${kind} ${first?.postId == null ? '' : `--post ${first.postId}`}`;
      expect((await run(line)).exitCode).toBe(0);
      expect([await isListed(''), await isListed('--state done')]).toEqual([false, true]);
      expect((await run(`${line} --undo`)).exitCode).toBe(0);
      expect([await isListed(''), await isListed('--state done')]).toEqual([true, false]);
    },
  );

  test.each(['comment', 'message', 'review'])('the id of no %s is an error', async (kind) => {
    const { exitCode, stderr } = await run(`inbox done none-such --kind ${kind}`);
    expect([exitCode, stderr]).toEqual([5, expect.stringContaining(`no ${kind} has the id none-such`)]);
  });

  test('a conversation waits again when the person writes', async () => {
    const read = async () =>
      (await list('--kind message')).items.find(({ person }) => person.handle === 'mara');
    const first = await read();
    await run(`inbox done ${first?.id} --kind message --platform instagram`);
    expect(await read()).toBeUndefined();
    await write('mara', 'Or to Sweden?');
    expect(await read()).toMatchObject({ text: 'Or to Sweden?', conversationId: first?.conversationId });
  });
});

test.each([
  [true, false, 'answered'],
  [true, true, 'answered'],
  [false, true, 'done'],
  [null, true, 'done'],
  [false, false, 'waiting'],
  [null, false, 'unknown'],
] as const)('answered %s and marked %s is %s', (isAnswered, isDone, state) => {
  expect(deriveState(isAnswered, isDone)).toBe(state);
});

describe('comments get --thread', () => {
  const thread = async (id: string) => {
    const { json } = await run(`comments get Sp7kQm2XvLr9TzBd4HnW --thread ${id} --allow-partial --json`);
    return (json as { comments: readonly { author: { isMe: boolean }; replies: readonly object[] }[] })
      .comments; // of the command
  };

  test('has the comment, what it answers, and what answers it, oldest first', async () => {
    const comments = await thread('738201946518273_434574520040874');
    expect(comments.map(({ author }) => author.isMe)).toEqual([false, true, false]);
    expect(comments.flatMap(({ replies }) => replies)).toEqual([]);
  });

  test('is empty for the id of no comment', async () => {
    expect(await thread('none-such')).toEqual([]);
  });
});

test('what is answered has no file of this machine as its picture', { tags: ['D6'] }, async () => {
  const { exitCode, stderr } = await run('messages send instagram mara --media /etc/hostname');
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--media takes URLs')]);
});
