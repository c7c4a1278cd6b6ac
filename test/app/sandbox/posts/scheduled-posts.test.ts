import { expect, test } from 'vitest';
import type { HandlerContext } from '../../../../src/sandbox/handlers/handler.ts';
import { deletePost } from '../../../../src/sandbox/handlers/posts/delete-post.ts';
import {
  changePost,
  findPost,
  insertPost,
  PLAIN_POST,
  type Post,
} from '../../../../src/sandbox/store/posts.ts';
import { findProfile } from '../../../../src/sandbox/store/profiles.ts';
import { control } from '../../../support/control.ts';
import { interceptStatements } from '../../../support/engine/recorded-statements.ts';
import { TEXTS } from '../../../support/engine/scheduled-posts.ts';
import { smallStore } from '../../../support/engine/small-store.ts';
import { postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const HOUR = 3_600;

test('posts of the same time are in the history with the newest first', async () => {
  const { post, ask } = await postingSandbox();
  const ids: string[] = [];
  for (const text of TEXTS) ids.push(await post({ post: text }));
  const { history } = (await ask(`/history?limit=${ids.length}`)).body;
  expect(history.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
});

test('what waits for one moment is published, and deleted, in the order in which it was made', async () => {
  const { schedule, pass, listenToPosts, recorded, send } = await postingSandbox();
  await listenToPosts();
  const make = async () => {
    const ids: string[] = [];
    for (const text of TEXTS) ids.push(await schedule(HOUR, { post: text }));
    return ids;
  };
  const ids = await make();
  const { posts } = (await send('DELETE', '/post', { deleteAllScheduled: true })).body;
  expect(posts.map(({ id }: { id: string }) => id)).toEqual(ids);
  const again = await make();
  await pass(HOUR);
  expect((await recorded()).map(({ id }) => id)).toEqual(again);
});

test.each([
  ['a date by its offset', { scheduleDate: '9999-12-31T23:59:59-14:00' }],
  ['reposts that lie too far apart', { autoRepost: { repeat: 2, days: 200_000_000 } }],
  ['reposts a day more apart than a year', { autoRepost: { repeat: 2, days: 366 } }],
  ['reposts from a date', { autoRepost: { repeat: 1, days: 2, startDate: '9999-12-31T00:00:00-14:00' } }],
  ['the last repost', { autoRepost: { repeat: 10, days: 365, startDate: '9990-01-05T00:00:00Z' } }],
])('101 for what is later than any year of four digits: %s', async (_what, sent) => {
  const { send, ask } = await postingSandbox();
  const before = (await ask('/history')).body.count;
  for (const path of ['/post', '/validate/post']) {
    const { http, body } = await send('POST', path, { post: 'late', platforms: ['facebook'], ...sent });
    expect([http, body.code]).toEqual([400, 101]);
  }
  expect((await ask('/history')).body.count).toBe(before);
});

test('the last moment there is can be meant', async () => {
  const { post, ask } = await postingSandbox();
  await post({ post: 'late', scheduleDate: '9999-12-31T23:59:59Z' });
  await post({ post: 'later', autoRepost: { repeat: 10, days: 365, startDate: '9990-01-02T00:00:00Z' } });
  expect((await ask('/history')).http).toBe(200);
});

test('a clock at its end repeats nothing', async () => {
  const { send, sandbox } = await postingSandbox();
  await control(sandbox, 'setClock', { mode: 'set', now: '9999-12-31T00:00:00Z' });
  const sent = { post: 'late', platforms: ['facebook'], autoRepost: { repeat: 1, days: 2 } };
  expect((await send('POST', '/post', sent)).body.code).toBe(101);
});

const DUE = NOW + 1_000;

function scheduled(id: string): Post {
  const about = { ...PLAIN_POST, type: 'scheduled', status: 'pending', scheduleDate: DUE } as const;
  return { id, profile: 1, text: id, created: NOW, dueAt: DUE, about };
}

test('deleteAllScheduled leaves what another process published after it was looked for', async () => {
  const store = await smallStore();
  const [out, waiting] = [scheduled('out'), scheduled('waiting')];
  for (const post of [out, waiting]) insertPost(store, post);
  const late = interceptStatements(store, /'awaiting approval'/, (run) => {
    const found = run();
    changePost(store, { ...out, dueAt: null, about: { ...out.about, status: null } });
    return found;
  });
  // all that deleting asks for
  const context = { store: late, profile: findProfile(store, 1) } as unknown as HandlerContext;
  const answer = deletePost({ params: {}, query: {}, body: { deleteAllScheduled: true } }, context);
  expect(answer).toEqual({ status: 'success', posts: [{ status: 'success', id: 'waiting', code: 200 }] });
  expect(findPost(store, 1, 'out')?.about.status).toBeNull();
  expect(findPost(store, 1, 'waiting')?.about.status).toBe('deleted');
});
