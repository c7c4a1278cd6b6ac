import { expect, test } from 'vitest';
import { postingSandbox } from '../../../support/posting-sandbox.ts';
import { TEXTS } from '../../../support/scheduled-posts.ts';

const HOUR = 3_600;

test('posts of the same time are in the history with the newest first', async () => {
  const { post, ask } = await postingSandbox();
  const ids: string[] = [];
  for (const text of TEXTS) ids.push(await post({ post: text }));
  const { history } = (await ask(`/history?limit=${ids.length}`)).body;
  expect(history.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
});

test('what waits for one moment is published, and deleted, in the order in which it was made', async () => {
  const { schedule, pass, listenToPosts, told, send } = await postingSandbox();
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
  expect((await told()).map(({ id }) => id)).toEqual(again);
});
