import { describe, expect, onTestFinished, test } from 'vitest';
import { readAnswer, smallSandbox } from '../../../support/small-sandbox.ts';
import { POST, SLIGHT_SEED } from '../../../support/small-seed.ts';

async function open() {
  const small = await smallSandbox(SLIGHT_SEED);
  onTestFinished(() => small.sandbox.close());
  return small;
}

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('a file as a form', () => {
  const form = (bytes: Uint8Array, type = 'image/png') => {
    const all = new FormData();
    all.set('file', new File([Uint8Array.from(bytes)], 'cup.png', { type }));
    all.set('description', 'a cup');
    return all;
  };
  const send = async (body: FormData, headers: Readonly<Record<string, string>> = {}, path = '/upload') => {
    const { sandbox } = await open();
    const { apiKey } = sandbox.credentials;
    const encoded = new Response(body);
    const answer = await sandbox.answer({
      method: 'POST',
      url: new URL(path, 'http://sandbox.localhost'),
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': encoded.headers.get('content-type') ?? '',
        ...headers,
      },
      body: await encoded.bytes(),
    });
    return { http: answer.status, body: readAnswer(answer) };
  };

  test.each(['image/png', '', 'application/octet-stream'])(
    'is stored, by its bytes: type %j',
    async (type) => {
      expect(await send(form(PNG, type))).toMatchObject({
        http: 200,
        body: { fileName: 'cup.png', contentType: 'image/png', size: PNG.length, description: 'a cup' },
      });
    },
  );

  test.each([
    ['with a wrong key', form(PNG), { authorization: 'Bearer x' }, '/upload', 403, 102],
    ['without a file', new FormData(), {}, '/upload', 400, 101],
    [
      'with another boundary',
      form(PNG),
      { 'content-type': 'multipart/form-data; boundary=x' },
      '/upload',
      400,
      101,
    ],
    ['larger than a request may be', form(Buffer.alloc(1_100_000)), {}, '/upload', 400, 101],
    ['to another endpoint', form(PNG), {}, '/post', 400, 101],
  ])('%s is refused', async (_what, body, headers, path, http, code) => {
    expect(await send(body, headers, path)).toMatchObject({ http, body: { status: 'error', code } });
  });
});

test('samples: texts that differ, images and videos, and nothing in place of what is given', async () => {
  const { ask } = await open();
  const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });
  const make = async (more: object) => {
    const { body } = await ask('/post', post({ platforms: ['instagram'], ...more }));
    return (await ask(`/post/${body['id']}`)).body;
  };
  const samples = { randomPost: true, randomMediaUrl: true };
  const [first, second, video, own] = [
    await make(samples),
    await make(samples),
    await make({ ...samples, isLandscapeVideo: true }),
    await make({ ...samples, post: 'Own words' }),
  ];
  expect(first['post']).not.toBe(second['post']);
  expect(first['mediaUrls']).toEqual([expect.stringMatching(/\.jpg$/)]);
  expect(video['mediaUrls']).toEqual([expect.stringMatching(/\.mp4$/)]);
  expect(own['post']).toBe('Own words');
  const comment = { id: first['id'], platforms: ['instagram'], randomComment: true };
  expect(await ask('/comments', post(comment))).toMatchObject({ http: 200, body: { status: 'success' } });
});

test('times and dates of a posting schedule as other clients write them', async () => {
  const { ask } = await open();
  const set = (body: object) => ask('/auto-schedule', { method: 'POST', body: JSON.stringify(body) });
  expect(
    await set({ schedule: ['18:06z', '21:01Z'], excludeDates: ['12/24/2026', '2026-12-31'] }),
  ).toMatchObject({
    http: 200,
    body: { schedule: ['18:06Z', '21:01Z'], excludeDates: ['2026-12-24', '2026-12-31'] },
  });
  const byName = { schedule: ['09:00Z'], daysOfWeek: ['Monday', 'WED', 'fri', '0', 6] };
  expect((await set(byName)).body['daysOfWeek']).toEqual([0, 1, 3, 5, 6]);
  for (const body of [
    { schedule: '18:06z' },
    { schedule: [7] },
    { schedule: ['9:00Z'], excludeDates: ['24/12/2026'] },
    ...['mo', 'Montag', '7', ''].map((day) => ({ schedule: ['09:00Z'], daysOfWeek: [day] })),
  ]) {
    expect(await set(body)).toMatchObject({ http: 400, body: { code: 101 } });
  }
});

test('`url` in place of `mediaUrl` of a file', async () => {
  const { ask } = await open();
  const file = 'https://media.example.com/a.jpg';
  const read = async (name: string) => (await ask(`/media/meta?${name}=${encodeURIComponent(file)}`)).body;
  expect(await read('url')).toEqual(await read('mediaUrl'));
});

const PUBLISHABLE: Readonly<Record<string, object>> = {
  '/post': { post: 'Hi', platforms: ['bluesky'] },
  '/comments': { id: POST.everywhere, comment: 'Thank you' },
};

describe('a text where a body has a list', () => {
  const IMAGE = 'https://media.example.com/a,b.jpg';

  test.each<[string, string, object, object]>([
    ['of a post', '/post', { post: 'Hi', mediaUrls: IMAGE, platforms: 'instagram, bluesky' }, {}],
    [
      'for one network',
      '/post',
      { post: 'Hi', mediaUrls: { instagram: IMAGE }, platforms: ['instagram'] },
      {},
    ],
    ['of a post to check', '/validate/post', { post: 'Hi', mediaUrls: IMAGE, platforms: 'instagram' }, {}],
    ['to moderate', '/validate/moderation', { mediaUrls: IMAGE }, { flagged: false }],
    ['to write about', '/generate/post', { mediaUrls: IMAGE }, { post: expect.any(String) }],
  ])('%s is taken', async (_what, path, sent, answered) => {
    const { ask } = await open();
    const { http, body } = await ask(path, { method: 'POST', body: JSON.stringify(sent) });
    expect({ http, body }).toMatchObject({ http: 200, body: { status: 'success', ...answered } });
    if (path !== '/post') return;
    const { mediaUrls } = (await ask(`/post/${body['id']}`)).body;
    expect([mediaUrls].flat()).toEqual([IMAGE]);
  });

  test.each([
    ['no media', { mediaUrls: '' }],
    [
      'null for what a post does not have',
      { mediaUrls: null, notes: null, firstComment: null, shortenLinks: null },
    ],
  ])('%s is a post without', async (_what, more) => {
    const { ask } = await open();
    const sent = { post: 'Hi', platforms: ['bluesky'], ...more };
    const { http, body } = await ask('/post', { method: 'POST', body: JSON.stringify(sent) });
    expect([http, body['status']]).toEqual([200, 'success']);
  });

  test.each([
    ['/post', 'scheduleDate'],
    ['/post', 'autoSchedule'],
    ['/post', 'requiresApproval'],
    ['/post', 'idempotencyKey'],
    ['/post', 'profileKeys'],
    ['/comments', 'platforms'],
  ])('null in what holds a publication back is no request to publish at once: %s, %s', async (path, name) => {
    const { ask } = await open();
    const publish = (more: object) =>
      ask(path, { method: 'POST', body: JSON.stringify({ ...PUBLISHABLE[path], ...more }) });
    const refused = await publish({ [name]: null });
    expect(refused).toMatchObject({
      http: 400,
      body: { code: 101, details: expect.stringMatching(`^${name}: `) },
    });
    expect((await publish({})).http).toBe(200);
  });

  test('a name of no network in it is refused like one in a list', async () => {
    const { ask } = await open();
    const sent = { post: 'Hi', platforms: 'instagram,myspace' };
    const { http, body } = await ask('/post', { method: 'POST', body: JSON.stringify(sent) });
    expect([http, body['code']]).toEqual([400, 101]);
  });
});
