import { describe, expect, test } from 'vitest';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { CONTROL } from '../../../../src/service/control/control.ts';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { control } from '../../../support/control.ts';
import { headersOf, readAnswer, smallSandbox } from '../../../support/small-sandbox.ts';
import { POST } from '../../../support/small-seed.ts';

const { sandbox, defects } = await smallSandbox();
// each endpoint adds requests
await control(sandbox, 'setRateLimit', { max: null });

/** JSON of that many arrays or objects in each other. */
const arrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const { adminToken } = sandbox.credentials;
const writes = [
  ...Object.values(ENDPOINTS).map((each) => ({ ...each, headers: headersOf(sandbox) })),
  ...Object.values(CONTROL).map((each) => ({ ...each, headers: { authorization: `Bearer ${adminToken}` } })),
].filter(({ method, path }) => method !== 'GET' && path !== CONTROL.reset.path);

async function sendRaw(
  { method, path, headers }: { method: string; path: string; headers: Record<string, string> },
  body: string,
) {
  const url = new URL(path.replaceAll(/\{\w+\}/g, 'some-id'), 'http://sandbox.localhost');
  const answer = await sandbox.answer({ method, url, headers, body });
  return { http: answer.status, body: readAnswer(answer) };
}

describe('a body nested deep', { tags: ['D8', 'HTTP-09'] }, () => {
  const bodies = [
    ['arrays one level past the limit', arrays(ASSUMED.jsonNesting + 1)],
    ['objects one level past the limit', objects(ASSUMED.jsonNesting + 1)],
    ['50,000 levels', arrays(50_000)],
    ['50,000 levels in a member', `{"post":${objects(50_000)},"platforms":["instagram"]}`],
    ['400,000 levels without an end', '['.repeat(400_000)],
  ] as const;
  const readers = writes.filter(({ path }) => path === '/profiles' || path === CONTROL.setPlan.path);

  test.each(readers.flatMap((each) => bodies.map(([what, body]) => ({ ...each, what, body }))))(
    'in $method $path, $what are 400 with code 101',
    async ({ body, ...each }) => {
      expect(await sendRaw(each, body)).toMatchObject({
        http: 400,
        body: {
          status: 'error',
          code: 101,
          details: `body: is nested more than ${ASSUMED.jsonNesting} deep`,
        },
      });
    },
  );

  test.each(writes)(
    'in $method $path, levels up to the limit in every member are no fault of the sandbox',
    async (each) => {
      const names = [
        'post',
        'comment',
        'id',
        'platforms',
        'instagramOptions',
        'triggers',
        'actions',
        'event',
      ];
      const deep = names.map((name, at) => {
        const value = at % 2 === 0 ? arrays(ASSUMED.jsonNesting - 1) : objects(ASSUMED.jsonNesting - 1);
        return `"${name}":${value}`;
      });
      for (const body of [arrays(ASSUMED.jsonNesting), `{${deep.join()}}`]) {
        expect((await sendRaw(each, body)).http).toBeLessThan(500);
      }
      expect(defects).toEqual([]);
    },
  );
});

const postTo = (path: string, body: object) =>
  sendRaw({ ...ENDPOINTS.createPost, path, headers: headersOf(sandbox) }, JSON.stringify(body));

describe('a list of many faults', { tags: ['D8'] }, () => {
  test('is no fault of the sandbox, however long', async () => {
    const answer = await postTo('/validate/moderation', {
      mediaUrls: Array.from({ length: 130_000 }, () => 1),
    });
    // which one depends on the stack that is left
    const details = expect.stringMatching(/^.{0,5000}(has too many errors to list|and 129980 more)$/);
    expect(answer).toMatchObject({ http: 400, body: { code: 101, details } });
    expect(defects).toEqual([]);
  });

  test('names the first 20 of them', async () => {
    const { body } = await postTo('/analytics/post', {
      id: 'x',
      platforms: Array.from({ length: 22 }, () => 1),
    });
    const { details } = body as { details: string }; // of an error
    expect(details.split('; ').slice(-2)).toEqual([expect.stringMatching(/^platforms\.19: /), 'and 2 more']);
  });
});

test('brackets in a text are no nesting', { tags: ['D8'] }, async () => {
  const answer = await postTo('/post', { post: `"\\${'['.repeat(5_000)}`, platforms: ['facebook'] });
  expect(answer.http).toBe(200);
});

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

  test('a member of a body: 473, in formErrors', { tags: ['AUT-01'] }, async () => {
    const { http, body } = await send('POST', '/automations', { ...automation, accountId: '1' });
    expect([http, body.code]).toEqual([400, 473]);
    expect(body.details.formErrors).toEqual(['accountId: not a known field']);
  });

  test('a query, such as previous of activity: 101', { tags: ['ACT-03', 'L-02'] }, async () => {
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
