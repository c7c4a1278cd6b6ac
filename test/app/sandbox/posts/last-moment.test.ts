import { expect, test } from 'vitest';
import { control } from '../../../support/control.ts';
import { postingSandbox } from '../../../support/posting-sandbox.ts';

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
