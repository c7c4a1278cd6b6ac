import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findRoute } from '../../../../src/sandbox/http/routes.ts';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { control } from '../../../support/control.ts';
import { crier } from '../../../support/crier.ts';
import { listQuoted, readDocTable } from '../../../support/docs/read-doc.ts';
import { fieldsOutside } from '../../../support/sandbox/fields-outside.ts';
import { smallSandbox, type TestRequest } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const rows = readDocTable('service/endpoints', 'older-spellings', 'older', 'newer').map((cells) =>
  cells.map((cell) => listQuoted(cell)[0] ?? ''),
);

test.each(rows)('%s is answered like %s', { tags: ['API-27'] }, (older = '', newer) => {
  const [method = '', path = ''] = older.replaceAll(/\{\w+\}/g, 'x').split(' ');
  const route = findRoute(method, path);
  const endpoint = route && ENDPOINTS[route.name];
  expect(`${endpoint?.method} ${endpoint?.path}`).toBe(newer);
});

async function open() {
  const small = await smallSandbox(SLIGHT_SEED);
  onTestFinished(() => small.sandbox.close());
  return small;
}

const sending = (method: string, body: unknown): TestRequest => ({ method, body: JSON.stringify(body) });
const post = (body: unknown) => sending('POST', body);

/** One pixel. */
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PNG_BYTES = 70;

/** How profiles are made, changed and deleted: by the newest route, and by those before it. */
const PROFILE_ROUTES = [
  ['/profiles/profile', 'PUT', '/profiles/profile', '/profiles/profile'],
  ['/profiles/create-profile', 'PATCH', '/profiles/update-profile', '/profiles/delete-profile'],
] as const;

describe.each(PROFILE_ROUTES)('POST %s, %s %s, DELETE %s', (create, method, update, remove) => {
  test('makes, changes and deletes a profile', async () => {
    const { ask, sandbox } = await open();
    const made = await ask(create, post({ title: 'Shop North' }));
    expect(made).toMatchObject({ http: 200, body: { title: 'Shop North', status: 'success' } });
    const { profileKey, refId } = made.body;
    const changed = await ask(update, sending(method, { profileKey, title: 'Shop South' }));
    expect(changed).toMatchObject({ http: 200, body: { status: 'success', refId } });
    expect(sandbox.credentials.profiles.map(({ title }) => title)).toContain('Shop South');
    expect(await ask(remove, sending('DELETE', { profileKey }))).toMatchObject({
      http: 200,
      body: { refId },
    });
    expect((await ask('/user', { headers: { 'profile-key': profileKey } })).body.code).toBe(102);
  });
});

test('the older path has no other methods', async () => {
  const { ask } = await open();
  for (const method of ['GET', 'PATCH']) {
    const { http, body } = await ask('/profiles/profile', { method });
    expect([http, body.code]).toEqual([404, 1404]);
  }
  expect((await ask('/profiles', sending('PUT', {}))).body.code).toBe(1404);
});

describe('/hook', () => {
  test('registers, lists and removes webhooks as /hook/webhook does', async () => {
    const { ask } = await open();
    const registration = {
      action: 'messages',
      url: 'https://hooks.example/dm',
      secret: 'shh',
      source: 'npm',
    };
    const made = await ask('/hook', post(registration));
    expect([made.http, made.body]).toEqual([200, (await ask('/hook/webhook', post(registration))).body]);
    expect((await ask('/hook?allWebhooks=true')).body).toEqual((await ask('/hook/webhook')).body);
    expect((await ask('/hook')).body).toMatchObject({ status: 'success', messages: registration.url });
    expect(await ask('/hook', sending('DELETE', { action: 'messages' }))).toMatchObject({
      http: 200,
      body: { status: 'success', action: 'messages' },
    });
    expect((await ask('/hook')).body).not.toHaveProperty('messages');
    expect((await ask('/hook', post({ action: 'messages', url: 'http://a.example' }))).body).toMatchObject({
      code: 101,
      action: 'webhook',
    });
  });
});

describe('posts', () => {
  const toFacebook = { post: 'older spelling', platforms: ['facebook'] };

  test('DELETE /delete deletes a post as DELETE /post does', async () => {
    const { ask } = await open();
    const { id } = (await ask('/post', post({ ...toFacebook, source: 'pypi' }))).body;
    expect(await ask('/delete', sending('DELETE', { id, source: 'pypi' }))).toMatchObject({
      http: 200,
      body: { status: 'success', id, code: 200, facebook: { status: 'success' } },
    });
    expect((await ask('/delete', sending('DELETE', { id: 'nope' }))).body).toMatchObject({ code: 114 });
  });

  test('DELETE /delete with half an X pair is 419, as DELETE /post is', { tags: ['AUTH-08'] }, async () => {
    const { ask } = await open();
    for (const path of ['/post', '/delete']) {
      const { http, body } = await ask(path, { ...sending('DELETE', { id: 'nope' }), x: 'key' });
      expect([path, http, body.code]).toEqual([path, 400, 419]);
    }
  });

  test.each(['PATCH', 'PUT'])(
    '%s /post takes the source that clients add, and nothing else unknown',
    async (method) => {
      const { ask } = await open();
      const waiting = { ...toFacebook, requiresApproval: true };
      const { id } = (await ask('/post', post(waiting))).body;
      expect(await ask('/post', sending(method, { id, notes: 'soon', source: 'npm' }))).toMatchObject({
        http: 200,
        body: { status: 'success', id, notes: 'soon' },
      });
      expect((await ask('/post', sending(method, { id, source: 'npm' }))).body.code).toBe(101);
      expect((await ask('/post', sending(method, { id, notes: 'x', sources: 1 }))).body.code).toBe(101);
    },
  );

  test('lastRecords of GET /history is limit, which wins over it', async () => {
    const { ask } = await open();
    for (const text of ['first of all', 'quite another one', 'something third']) {
      await ask('/post', post({ ...toFacebook, post: text }));
    }
    const count = async (query: string) => (await ask(`/history?${query}`)).body.count;
    expect([await count('lastRecords=2'), await count('lastRecords=2&limit=1')]).toEqual([2, 1]);
    expect(await count('lastDays=10&lastRecords=1&source=npm')).toBe(1);
    expect((await ask('/history?lastRecords=0')).body.code).toBe(101);
  });
});

describe('POST /upload', () => {
  const path = '/upload';

  test('answers an address that a post can name, and its size is known from then on', async () => {
    const { ask } = await open();
    const { http, body } = await ask(path, post({ file: PNG, fileName: 'a cup.png', description: 'a cup' }));
    expect(http).toBe(200);
    expect(fieldsOutside(ENDPOINTS.uploadMedia.answer, body)).toEqual([]);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^\w{20}$/),
      url: `http://sandbox.localhost/_media/file/${body.id}/a%20cup.png`,
      fileName: 'a cup.png',
      description: 'a cup',
    });
    expect((await ask('/media')).body).toMatchObject([
      { url: body.url, contentType: 'image/png', size: PNG_BYTES },
    ]);
    const sent = await ask('/post', post({ post: 'A cup', platforms: ['instagram'], mediaUrls: [body.url] }));
    expect(sent.body).toMatchObject({ status: 'success', postIds: [{ platform: 'instagram' }] });
  });

  test.each([
    ['image/jpeg', 'jpg'],
    ['video/quicktime', 'mov'],
    ['video/mp4', 'mp4'],
  ])('%s without a name gets one that ends in %s', async (type, ending) => {
    const { ask } = await open();
    const { body } = await ask(path, post({ file: PNG.replace('image/png', type) }));
    expect(body.url).toBe(`http://sandbox.localhost/_media/file/${body.id}/${body.id}.${ending}`);
  });

  test.each([
    ['no file', {}, 101],
    ['an address', { file: 'https://media.example/a.png' }, 101],
    ['no image', { file: PNG.replace('image/png', 'text/plain') }, 164],
    ['no base64', { file: 'data:image/png,abc' }, 164],
    ['nothing', { file: 'data:image/png;base64,' }, 164],
    ['one that was cut', { file: PNG.slice(0, -7) }, 164],
    ['other signs', { file: `${PNG.slice(0, 40)}!!!!${PNG.slice(44)}` }, 164],
    ['a type without an end', { file: `data:image/${'x'.repeat(100_000)}` }, 164],
  ])('%s: %i', async (_what, body, code) => {
    const { ask, sandbox } = await open();
    const answer = await ask(path, post(body));
    expect([answer.http, answer.body.code, answer.body.action]).toEqual([400, code, 'media']);
    expect((await control(sandbox, 'listMedia')).body.media).toEqual([]);
  });

  test('a body that is too large is 101', async () => {
    const { ask } = await open();
    const { http, body } = await ask(path, post({ file: `${PNG}${'A'.repeat(1024 * 1024)}` }));
    expect([http, body.code]).toEqual([400, 101]);
  });
});

describe('POST /shorten', () => {
  const path = '/shorten';

  test('returns a short address, a different one each time', async () => {
    const { ask } = await open();
    const url = 'https://shop.example/spring?from=post';
    const [one, other] = [await ask(path, post({ url })), await ask(path, post({ url }))];
    expect(one.http).toBe(200);
    expect(fieldsOutside(ENDPOINTS.shortenLink.answer, one.body)).toEqual([]);
    expect(one.body).toEqual({
      status: 'success',
      id: expect.stringMatching(/^\w{5}$/),
      shortUrl: `https://s.example/${one.body.id}`,
      originalUrl: url,
      created: '2026-09-21T14:13:20Z',
    });
    expect(other.body.id).not.toBe(one.body.id);
  });

  test.each([[{}], [{ url: 'shop.example' }], [{ url: 'javascript:alert(1)' }], [{ url: 7 }]])(
    '%j: 101',
    async (body) => {
      const { ask } = await open();
      expect((await ask(path, post(body))).body).toMatchObject({ code: 101, action: 'links' });
    },
  );
});

describe('POST /auto-hashtag', () => {
  const path = '/auto-hashtag';

  const text = 'Fresh coffee every morning, roasted by hand';
  test.each([
    ['two words at their places', {}, 'Fresh coffee every #morning, #roasted by hand'],
    ['one', { max: 1 }, 'Fresh coffee every #morning, roasted by hand'],
    ['at the end', { position: 'end', max: 1 }, `${text} #morning`],
  ])('%s', async (_what, wish, expected) => {
    const { ask } = await open();
    const { http, body } = await ask(path, post({ post: text, ...wish }));
    expect([http, body]).toEqual([200, { post: expected }]);
  });

  test.each([[{}], [{ post: ' ' }], [{ post: 'x', max: 11 }], [{ post: 'x', position: 'start' }]])(
    '%j: 101',
    async (body) => {
      const { ask } = await open();
      expect((await ask(path, post(body))).body).toMatchObject({ code: 101, action: 'hashtags' });
    },
  );
});

describe('POST /profiles/generateJWT', () => {
  const path = '/profiles/generateJWT';
  const pem = String(
    generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs1', format: 'pem' }),
  );
  const acme = ({ sandbox }: Awaited<ReturnType<typeof open>>) =>
    sandbox.credentials.profiles[0]?.profileKey ?? '';

  test.each([
    ['as it was issued', pem],
    ['with lines parted by \\n, as in JSON that was escaped twice', pem.replaceAll('\n', '\\n')],
    ['with white space around it', `\n  ${pem} \n`],
    ['in base64', Buffer.from(pem).toString('base64')],
  ])('returns an address for linking, with a key %s', async (_what, privateKey) => {
    const small = await open();
    const key = { profileKey: acme(small), privateKey, base64: !privateKey.includes('BEGIN') };
    const { http, body } = await small.ask(path, post({ ...key, domain: 'acme & co', expiresIn: 30 }));
    expect(http).toBe(200);
    expect(fieldsOutside(ENDPOINTS.generateJwt.answer, body)).toEqual([]);
    expect(body).toEqual({
      status: 'success',
      title: 'Acme',
      token: expect.stringMatching(/^SBX-LINK-[A-Za-z0-9]{22}$/),
      url: `http://sandbox.localhost/link?domain=acme%20%26%20co&token=${body.token}`,
    });
  });

  test.each([
    ['no key at all', 'secret', 189],
    ['its first line is missing', pem.replace(/^.*\n/, ''), 189],
    ['its last line is missing', pem.trim().replace(/\n.*$/, ''), 189],
    ['a public one', pem.replaceAll('RSA PRIVATE', 'PUBLIC'), 189],
    ['first and last line differ', pem.replace('BEGIN RSA PRIVATE', 'BEGIN EC PRIVATE'), 189],
    ['a huge one', pem.replace('\n', `\n${`${'A'.repeat(64)}\n`.repeat(10_000)}`), 189],
    ['a number', 7, 101],
  ])('%s: %i', async (_what, privateKey, code) => {
    const small = await open();
    const answer = await small.ask(path, post({ profileKey: acme(small), domain: 'acme', privateKey }));
    expect([answer.http, answer.body.code]).toEqual([400, code]);
    if (typeof privateKey === 'string') expect(JSON.stringify(answer.body)).not.toContain(privateKey);
  });

  test('an unknown profile is 1404', async () => {
    const small = await open();
    const { http, body } = await small.ask(
      path,
      post({ profileKey: 'SBX-PROFILE-0', domain: 'acme', privateKey: pem }),
    );
    expect([http, body.code]).toEqual([404, 1404]);
  });

  test('neither private key nor token is in what a client writes down of it', {
    tags: ['T16', 'C8'],
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crier-jwt-'));
    const small = await open();
    const words = [
      'api',
      'POST',
      path,
      '--sandbox',
      '--yes',
      '--verbose',
      '--trace-file',
      join(folder, 'trace'),
    ];
    const { stdout, stderr, exitCode } = await crier([...words, '--input', '-'], {
      sandbox: { ...small.sandbox, close: () => {} },
      stdin: JSON.stringify({ profileKey: acme(small), domain: 'acme', privateKey: pem }),
    });
    expect(exitCode).toBe(0);
    const { token } = JSON.parse(stdout);
    const [trace = ''] = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const text of [stderr, trace]) {
      expect(text).toContain('generateJWT');
      expect(text).not.toContain(token);
      for (const line of pem.split('\n').filter((each) => each.length > 40)) expect(text).not.toContain(line);
    }
    rmSync(folder, { recursive: true });
  });
});
