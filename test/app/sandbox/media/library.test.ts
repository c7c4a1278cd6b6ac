import { describe, expect, test } from 'vitest';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { control } from '../../../support/control.ts';
import { clipBytes, pngBytes } from '../../../support/sandbox/media-bytes.ts';
import { openUploadSandbox, put, upload } from '../../../support/sandbox/uploads.ts';

const toDataUri = (bytes: Uint8Array, type: string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const ORIGIN = 'http://127.0.0.1:4010';

describe('GET /media/uploadUrl', () => {
  test('gives an address that takes the file, and one that serves it', { tags: ['API-07'] }, async () => {
    const posting = await openUploadSandbox();
    const { http, body } = await posting.ask('/media/uploadUrl?fileName=clip.mp4&contentType=video/mp4');
    expect(http).toBe(200);
    expect(ENDPOINTS.getUploadUrl.answer.safeParse(body).success).toBe(true);
    expect(body.contentType).toBe('video/mp4');
    const bytes = clipBytes({ seconds: 7 });
    const sent = await put(posting.sandbox, body.uploadUrl, bytes);
    expect(sent).toEqual({ http: 200, body: { status: 'success' } });
    const served = await posting.sandbox.fetch(new Request(body.accessUrl));
    expect(served.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await served.arrayBuffer())).toEqual(bytes);
  });

  test.each([
    ['clip.mov', 'video/quicktime'],
    ['a.PNG', 'image/png'],
    ['notes', 'application/octet-stream'],
    ['a.constructor', 'application/octet-stream'],
    ['a.__proto__', 'application/octet-stream'],
  ])('without a type, that of the extension of %s', async (fileName, contentType) => {
    const { ask } = await openUploadSandbox();
    const { body } = await ask(`/media/uploadUrl?fileName=${fileName}`);
    expect(body.contentType).toBe(contentType);
  });

  test.each([
    ['mp4', 'video/mp4'],
    ['.JPG', 'image/jpeg'],
    ['mov', 'video/quicktime'],
    ['3gp', 'video/3gpp'],
  ])('the end of a name, as other clients send it, is a type: %s', async (ending, contentType) => {
    const { ask } = await openUploadSandbox();
    const { http, body } = await ask(`/media/uploadUrl?fileName=clip&contentType=${ending}`);
    expect([http, body.contentType]).toEqual([200, contentType]);
    const nameless = (await ask(`/media/uploadUrl?contentType=${ending}`)).body;
    expect(nameless).toMatchObject({ contentType, accessUrl: expect.stringMatching(/\/file\.[a-z0-9]+$/i) });
  });

  test.each(['exe', 'constructor', ''])('"%s" is neither a type nor the end of a name', async (type) => {
    const { ask } = await openUploadSandbox();
    const { http, body } = await ask(`/media/uploadUrl?fileName=clip.mp4&contentType=${type}`);
    expect([http, body.code]).toEqual([400, 101]);
  });

  test.each([
    ['..', '/file'],
    ['../../etc/passwd', '/.._.._etc_passwd'],
    ['a\nb\u0007.png', '/a_b_.png'],
    ['smile \u{1f642}.png', '/smile%20%F0%9F%99%82.png'],
  ])('the hostile name %j is the end of an address', async (fileName, end) => {
    const posting = await openUploadSandbox();
    const url = await upload(posting, pngBytes(), fileName);
    expect(url.endsWith(end)).toBe(true);
    expect((await posting.sandbox.fetch(new Request(url))).status).toBe(200);
  });

  test('nothing is served before the file has arrived', async () => {
    const { ask, sandbox } = await openUploadSandbox();
    const { body } = await ask('/media/uploadUrl?fileName=clip.mp4');
    expect((await sandbox.fetch(new Request(body.accessUrl))).status).toBe(404);
  });
});

describe('PUT of a file', () => {
  test.each([
    ['another id', (url: string) => url.replace(/upload\/\w{4}/, 'upload/AAAA')],
    ['another name', (url: string) => url.replace('clip.mp4', 'other.mp4')],
    ['a longer time', (url: string) => url.replace(/expires=\d+/, 'expires=99999999999999')],
    ['another profile', (url: string) => url.replace(/profile=\d+/, 'profile=2')],
    ['no signature', (url: string) => url.replace(/&signature=\w+/, '')],
  ])('to an address with %s is 1404', async (_what, change) => {
    const { ask, sandbox } = await openUploadSandbox();
    const { body } = await ask('/media/uploadUrl?fileName=clip.mp4');
    const changed = change(body.uploadUrl);
    expect(changed).not.toBe(body.uploadUrl);
    const answer = await put(sandbox, changed, clipBytes());
    expect([answer.http, answer.body['code']]).toEqual([404, 1404]);
    expect((await ask('/media')).body).toEqual([]);
  });

  test('to an address that has expired is 101', async () => {
    const { ask, sandbox } = await openUploadSandbox();
    const { body } = await ask('/media/uploadUrl?fileName=clip.mp4');
    await control(sandbox, 'advanceClock', { ms: ASSUMED.uploadUrlMs + 1_000 });
    const answer = await put(sandbox, body.uploadUrl, clipBytes());
    expect([answer.http, answer.body['code']]).toEqual([400, 101]);
  });

  test('of no byte is 164', async () => {
    const { ask, sandbox } = await openUploadSandbox();
    const { body } = await ask('/media/uploadUrl?fileName=clip.mp4');
    const answer = await put(sandbox, body.uploadUrl, new Uint8Array());
    expect(answer.body['code']).toBe(164);
  });

  test('that ends early is 164, and nothing of it stays; the same address takes it again', {
    tags: ['API-07'],
  }, async () => {
    const { ask, sandbox } = await openUploadSandbox();
    const { body } = await ask('/media/uploadUrl?fileName=clip.mp4');
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(10));
        controller.error(new Error('the client went away'));
      },
    });
    expect((await put(sandbox, body.uploadUrl, broken)).body['code']).toBe(164);
    expect((await ask('/media')).body).toEqual([]);
    expect((await put(sandbox, body.uploadUrl, clipBytes())).http).toBe(200);
    expect((await ask('/media')).body).toHaveLength(1);
  });
});

describe('GET /media', () => {
  test('lists the files of the profile, newest first, by their bytes', { tags: ['API-08'] }, async () => {
    const posting = await openUploadSandbox();
    await upload(posting, pngBytes({ width: 30, height: 20 }), 'wrong.mp4');
    await control(posting.sandbox, 'advanceClock', { ms: 1_000 });
    await upload(posting, clipBytes({ seconds: 4.5, width: 720, height: 1_280 }), 'clip.mp4');
    const { http, body } = await posting.ask('/media');
    expect(http).toBe(200);
    expect(ENDPOINTS.listMedia.answer.safeParse(body).success).toBe(true);
    expect(body).toMatchObject([
      { fileName: 'clip.mp4', contentType: 'video/mp4', duration: 4.5, width: 720, height: 1_280 },
      { fileName: 'wrong.mp4', contentType: 'image/png', width: 30, height: 20 },
    ]);
    expect(body[1]).not.toHaveProperty('duration');
    const [alias = ''] = posting.sandbox.credentials.profiles.map((profile) => profile.alias);
    expect((await posting.ask('/media', { as: alias })).body).toEqual([]);
  });
});

test('POST /media/upload stores what the data URI has', async () => {
  const posting = await openUploadSandbox();
  const file = toDataUri(pngBytes({ width: 9, height: 8 }), 'image/png');
  const { body } = await posting.send('POST', '/media/upload', {
    file,
    fileName: 'cup.png',
    description: 'a cup',
  });
  expect(body).toMatchObject({ fileName: 'cup.png', description: 'a cup', width: 9, height: 8, size: 65 });
  const served = await posting.sandbox.fetch(new Request(body.url));
  expect(Buffer.from(await served.arrayBuffer())).toEqual(pngBytes({ width: 9, height: 8 }));
});

describe('GET /media/meta', () => {
  test('of an uploaded file', async () => {
    const posting = await openUploadSandbox();
    const url = await upload(posting, clipBytes({ seconds: 3 }), 'clip.mp4');
    const { body } = await posting.ask(`/media/meta?mediaUrl=${encodeURIComponent(url)}`);
    expect(body).toMatchObject({ status: 'success', mediaUrl: url, contentType: 'video/mp4', duration: 3 });
  });

  test('of another file is what was set about it', async () => {
    const posting = await openUploadSandbox();
    const url = 'https://media.example/long.mp4';
    await control(posting.sandbox, 'setMedia', { url, seconds: 200, bytes: 5 });
    const { body } = await posting.ask(`/media/meta?mediaUrl=${encodeURIComponent(url)}`);
    expect(body).toEqual({
      status: 'success',
      mediaUrl: url,
      contentType: 'video/mp4',
      size: 5,
      duration: 200,
    });
  });
});

describe('POST /media/urlExists', () => {
  const exists = async (url: string) => {
    const posting = await openUploadSandbox();
    await control(posting.sandbox, 'setMedia', { url: 'https://media.example/gone.png', reachable: false });
    return (await posting.send('POST', '/media/urlExists', { mediaUrl: url })).body;
  };

  test('of a file that can be reached names its type', async () => {
    expect(await exists('https://media.example/a.jpg')).toEqual({
      status: 'success',
      contentType: 'image/jpeg',
    });
  });

  test.each([
    ['set as not reachable', 'https://media.example/gone.png'],
    ['not public', 'http://192.168.0.7/a.png'],
    ['of this sandbox, but not there', `${ORIGIN}/_media/file/AAAAAAAAAAAAAAAAAAAA/a.png`],
  ])('one that is %s is 136', async (_what, url) => {
    expect((await exists(url)).code).toBe(136);
  });
});

describe('POST /media/resize', () => {
  test('adds a file with the dimensions, and the same bytes', { tags: ['API-09'] }, async () => {
    const posting = await openUploadSandbox();
    const mediaUrl = await upload(posting, pngBytes(), 'cup.png');
    const { body } = await posting.send('POST', '/media/resize', {
      mediaUrl,
      dimensions: { width: 10, height: 20 },
    });
    expect(body).toEqual({ status: 'success', url: expect.any(String) });
    expect(body.url).not.toBe(mediaUrl);
    const { body: meta } = await posting.ask(`/media/meta?mediaUrl=${encodeURIComponent(body.url)}`);
    expect(meta).toMatchObject({ width: 10, height: 20, fileName: 'cup.png' });
    const served = await posting.sandbox.fetch(new Request(body.url));
    expect(Buffer.from(await served.arrayBuffer())).toEqual(pngBytes());
  });

  test.each([
    ['neither a network nor dimensions', {}, 101],
    ['both', { platform: 'instagram', dimensions: { width: 1, height: 1 } }, undefined],
    ['a size of nothing', { dimensions: { width: 0, height: 1 } }, 101],
    ['a network', { platform: 'instagram' }, undefined],
  ])('with %s', async (_what, options, code) => {
    const posting = await openUploadSandbox();
    const mediaUrl = await upload(posting, pngBytes(), 'cup.png');
    const { body } = await posting.send('POST', '/media/resize', { mediaUrl, ...options });
    expect(body.code).toBe(code);
  });

  test('takes imageUrl, an older name of mediaUrl, with all that clients send', async () => {
    const posting = await openUploadSandbox();
    const imageUrl = await upload(posting, pngBytes(), 'cup.png');
    const more = { mode: 'pad', effects: { opacity: 50 }, watermarkUrl: imageUrl };
    const { body } = await posting.send('POST', '/media/resize', {
      imageUrl,
      platform: 'instagram',
      ...more,
    });
    expect(body).toEqual({ status: 'success', url: expect.any(String), platform: 'instagram' });
  });

  test.each([
    ['a video', clipBytes(), 'clip.mp4'],
    ['a damaged image', pngBytes().subarray(0, -20), 'cup.png'],
  ])('of %s is 139', { tags: ['API-09'] }, async (_what, bytes, name) => {
    const posting = await openUploadSandbox();
    const mediaUrl = await upload(posting, bytes, name);
    const { body } = await posting.send('POST', '/media/resize', { mediaUrl, platform: 'instagram' });
    expect(body.code).toBe(139);
  });
});
