import { describe, expect, test } from 'vitest';
import { smallSandbox } from '../../support/small-sandbox.ts';
import { POST } from '../../support/small-seed.ts';

const { ask } = await smallSandbox();
const send = (method: string, path: string, body: unknown) =>
  ask(path, { method, body: JSON.stringify(body) });

/** Clients in use send what the service never asked for, and it answers them. */
describe('what a call does not know is not looked at', () => {
  const post = `/comments/${POST.everywhere}`;
  test.each([
    ['a parameter', `${post}?page=2`],
    ['one named __proto__', `${post}?__proto__=x`],
    ['one named constructor', `${post}?constructor=x`],
    ['one of many values', `${post}?_=1&_=2`],
    ['the same id again', `${post}?id=${POST.everywhere}`],
    ['the id twice', `/comments?id=${POST.everywhere}&id=${POST.everywhere}`],
    ['the id in a query of its own', `/post/${POST.everywhere}?id=${POST.everywhere}&page=1`],
    ['a query where there is none', '/hook/webhook?limit=3'],
    ['what another call takes', '/history?from=1&searchPlatformId=true'],
    ['that of the history of all networks', '/history/facebook?lastDays=3'],
  ])('%s', async (_what, path) => {
    const { http, body } = await ask(path);
    const [plain = ''] = path.split('?');
    expect(http).toBe(200);
    const bare = await ask(plain === '/comments' ? post : plain);
    expect(Object.keys(body)).toEqual(Object.keys(bare.body));
  });

  test('a member of a body, also one that every object has', async () => {
    const webhook = { action: 'feed', url: 'https://hooks.example/a' };
    const odd = JSON.stringify(webhook).replace('}', ',"events":[],"__proto__":{"a":1},"constructor":1}');
    const { http, body } = await ask('/hook/webhook', { method: 'POST', body: odd });
    expect([http, Object.keys(body)]).toEqual([200, ['status', 'action', 'url', 'refId']]);
    expect((await send('DELETE', '/hook/webhook', webhook)).http).toBe(200);
  });

  test('what it knows is read all the same', async () => {
    expect((await ask('/history?limit=0&page=2')).body).toMatchObject({ code: 101, action: 'history' });
    expect((await send('POST', '/hook/webhook', { action: 'feed', events: [] })).body).toMatchObject({
      code: 101,
      details: 'url: is required',
    });
  });

  test('another id in the query than in the path is 101', async () => {
    expect((await ask(`${post}?id=other`)).body.code).toBe(101);
  });
});

describe('automations refuse it', () => {
  const trigger = { type: 'story_reply', storyId: 'all' };
  const automation = { triggers: [trigger], actions: [{ type: 'fire_webhook' }] };

  test('AUT-01 a member of a body: 473, in formErrors', async () => {
    const { http, body } = await send('POST', '/automations', { ...automation, accountId: '1' });
    expect([http, body.code]).toEqual([400, 473]);
    expect(body.details.formErrors).toEqual(['accountId: not a known field']);
  });

  test('ACT-03 L-02 a query, such as previous of activity: 101', async () => {
    const { body } = await send('POST', '/automations', automation);
    for (const path of [
      '/automations?page=2',
      `/automations/${body.id}?page=2`,
      `/automations/${body.id}/activity?previous=`,
    ]) {
      expect((await ask(path)).body).toMatchObject({ code: 101, action: 'automation' });
    }
  });
});
