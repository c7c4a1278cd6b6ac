import { expect, test } from 'vitest';
import { ASSUMED } from '../../../src/service/assumed.ts';
import { control } from '../../support/control.ts';
import { openHookSandbox } from '../../support/engine/outbound-sandboxes.ts';

test('over all actions, it has what fits into 16 MiB, the newest first', { tags: ['D8'] }, async () => {
  const { listen, enqueue, ask, history } = await openHookSandbox();
  for (const action of ['feed', 'batch'] as const) await listen(action);
  const event = { text: 'x'.repeat(65_000) };
  const first = await enqueue('batch', event);
  for (let recorded = 0; recorded < 150; recorded += 1) await enqueue('feed', event);
  const known = await enqueue('batch', event);
  for (let recorded = 0; recorded < 150; recorded += 1) await enqueue('feed', event);
  const { feed, batch } = await history();
  expect(JSON.stringify({ feed, batch }).length).toBeLessThanOrEqual(ASSUMED.hookHistory.maxBytes);
  expect(feed.length).toBeGreaterThan(240);
  expect(feed.length).toBeLessThan(260);
  expect(batch.map(({ hookId }: { hookId: string }) => hookId)).toEqual([known]);
  expect((await ask('/hook/history?action=batch')).body.batch.at(-1).hookId).toBe(first);
});

test('of each action, it has the latest thousand', async () => {
  const { listen, enqueue, history, sandbox } = await openHookSandbox();
  await listen('messages');
  await listen();
  await enqueue('messages', { id: 'the first' });
  const feed = await enqueue();
  expect(ASSUMED.hookHistory.maxEntries).toBe(1_000);
  const half = {
    kind: 'dm',
    from: { username: 'mara' },
    text: 'hi',
    count: ASSUMED.hookHistory.maxEntries / 2,
  } as const;
  await control(sandbox, 'engage', half);
  expect((await history()).messages).toHaveLength(ASSUMED.hookHistory.maxEntries / 2 + 1);
  await control(sandbox, 'engage', { ...half, from: { username: 'noor' } });
  const { messages, feed: feeds } = await history();
  expect(messages).toHaveLength(ASSUMED.hookHistory.maxEntries);
  expect(messages.map(({ id }: { id: string }) => id)).not.toContain('the first');
  expect(feeds).toMatchObject([{ hookId: feed }]);
});
