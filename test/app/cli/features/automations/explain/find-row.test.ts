import { expect, test } from 'vitest';
import {
  findRow,
  type RowQuery,
} from '../../../../../../src/cli/features/automations/explain/explanation.ts';
import type { Client } from '../../../../../../src/client/client.ts';
import type { ActivityRow } from '../../../../../../src/service/endpoints/activity.ts';

/** A row of a follower; the network reports the handle for comments only. */
function row(id: string, recipientId: string, more: Partial<ActivityRow> = {}): ActivityRow {
  return { id, eventId: `${id}-event`, status: 'sent', recipientId, recipientUsername: null, ...more };
}
const anna = { recipientUsername: 'Anna' };
const fired = { actionResults: [{ actionId: 'act_1', type: 'send_dm', status: 'sent' }] };
const again = {
  status: 'deduplicated',
  actionResults: [{ actionId: 'act_1', type: 'send_dm', status: 'deduplicated' }],
};

/** Looks for a row in pages. @returns it, the older ones, and how many pages were read */
async function found(pages: readonly (readonly ActivityRow[])[], wanted: RowQuery) {
  let read = 0;
  const call = async (_row: unknown, { query }: { query: { next?: string } }) => {
    read += 1;
    const at = Number(query.next ?? 0);
    const next = at + 1 < pages.length ? String(at + 1) : null;
    const body = { activity: pages[at], meta: { pagination: { next, hasMore: next !== null } } };
    return { http: 200, body, headers: {}, bytes: new Uint8Array() };
  };
  // All that is asked of it is this.
  const client = { call } as unknown as Client;
  const { row: one, earlier, isComplete } = await findRow(client, 'auto_1', wanted);
  return { id: one?.id ?? null, earlier: earlier.map(({ id }) => id), isWhole: isComplete, read };
}

test('a handle on one row identifies whose the others are: the newest of them is meant', {
  tags: ['HOOK-23'],
}, async () => {
  const pages = [[row('dm', '1'), row('other', '2')], [row('comment', '1', anna)], [row('old', '1')]];
  expect(await found(pages, { recipient: 'anna' })).toMatchObject({ id: 'dm', read: 2 });
  expect(await found(pages, { recipient: '1' })).toMatchObject({ id: 'dm', read: 1 });
  expect(await found(pages, { recipient: 'ben' })).toMatchObject({ id: null, read: 3, isWhole: true });
});

test('only rows of the same person are earlier ones', async () => {
  const pages = [
    [row('new', '1', again), row('theirs', '2', fired)],
    [row('first', '1', fired)],
    [row('x', '1')],
  ];
  expect(await found(pages, {})).toEqual({ id: 'new', earlier: ['first'], isWhole: true, read: 2 });
});

test('a deduplicated row without an action is explained by any that was sent', async () => {
  const pages = [
    [row('new', '1', { status: 'deduplicated', actionResults: [] })],
    [row('first', '1', fired)],
  ];
  expect(await found(pages, {})).toMatchObject({ id: 'new', earlier: ['first'] });
});

test('an id is enough, whatever the text; without an id the text must be the same', async () => {
  const pages = [
    [row('reply', '1', { commentText: null }), row('said', '1', { commentText: 'hello', commentId: '7' })],
  ];
  expect(await found(pages, { activityId: 'said', text: 'no' })).toMatchObject({ id: 'said' });
  expect(await found(pages, { commentId: '7', text: 'no' })).toMatchObject({ id: 'said' });
  expect(await found(pages, { text: 'hello' })).toMatchObject({ id: 'said' });
  expect(await found(pages, { text: 'no' })).toMatchObject({ id: null });
  expect(await found(pages, { recipient: '1', text: 'hello' })).toMatchObject({ id: 'reply' });
});

test.each([
  [{ recipient: 'nobody' }, 20],
  [{ text: 'nothing' }, 20],
  [{ commentId: 'none' }, 100],
  [{ activityId: 'none' }, 100],
])('%o is looked for on no more than %i pages, which is reported', async (wanted, most) => {
  const pages = (count: number) => Array.from({ length: count }, (_, at) => [row(String(at), 'p')]);
  expect(await found(pages(most), wanted)).toMatchObject({ id: null, read: most, isWhole: true });
  expect(await found(pages(most + 1), wanted)).toMatchObject({ id: null, read: most, isWhole: false });
});
