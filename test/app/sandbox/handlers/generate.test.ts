import { describe, expect, test } from 'vitest';
import { getCountingRule, measureTextLength } from '../../../../src/domain/text/measure-text.ts';
import { ENDPOINTS, type EndpointName } from '../../../../src/service/endpoints.ts';
import { control } from '../../../support/control.ts';
import { fieldsOutside } from '../../../support/sandbox/fields-outside.ts';
import { clipBytes, pngBytes } from '../../../support/sandbox/media-bytes.ts';
import { openUploadSandbox, upload } from '../../../support/sandbox/uploads.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const { ask, sandbox } = await smallSandbox(SLIGHT_SEED);
const send = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) });

const SAMPLE = 'Sample post of the sandbox, written without a model:';
const VIDEO = 'https://a.example/films/pour.mp4';
const IMAGE = 'https://a.example/beans.jpg';

test.each<[EndpointName, object, object]>([
  ['generatePost', { text: 'Fresh beans' }, { post: `${SAMPLE} Fresh beans #Fresh #beans` }],
  ['generatePost', { mediaUrls: [IMAGE, VIDEO] }, { post: `${SAMPLE} beans.jpg, pour.mp4` }],
  [
    'rewritePost',
    { post: 'Fresh beans' },
    {
      variations: [1, 2, 3].map(
        (number) => `Sample variation ${number} of the sandbox, written without a model: Fresh beans`,
      ),
    },
  ],
  [
    'createTranslation',
    { text: 'Fresh beans', lang: 'fr' },
    { translation: 'Sample of the sandbox, not translated to fr: Fresh beans' },
  ],
  [
    'createTranscription',
    { videoUrl: VIDEO },
    { transcription: 'Sample transcript of the sandbox, which did not listen to pour.mp4.' },
  ],
  [
    'createAltText',
    { url: IMAGE },
    { altText: 'Sample description of the sandbox, which did not look at beans.jpg.' },
  ],
])('%s of %j says that no model wrote it, and is the same each time', async (name, sent, expected) => {
  const { path, answer } = ENDPOINTS[name];
  const first = await send(path, { ...sent, unknown: 1 });
  expect([first.http, first.body]).toEqual([200, { status: 'success', ...expected }]);
  expect(fieldsOutside(answer, first.body)).toEqual([]);
  expect((await send(path, sent)).body).toEqual(first.body);
});

describe('POST /generate/post', () => {
  test.each([
    ['no hashtags', { hashtags: false }, `${SAMPLE} Fresh beans`],
    ['emojis', { hashtags: false, emojis: true }, `${SAMPLE} Fresh beans ✨`],
  ])('with %s', async (_what, options, post) => {
    expect((await send('/generate/post', { text: 'Fresh beans', ...options })).body.post).toBe(post);
  });

  test('for X it is as long as one post may be, counted as X does', async () => {
    const text = 'コーヒー豆'.repeat(60);
    const { post } = (await send('/generate/post', { text, twitter: true })).body;
    const length = measureTextLength(post, getCountingRule('twitter', { shortenLinks: false }), 1_000);
    // a wide character counts as two
    expect([279, 280]).toContain(length);
    expect(post.endsWith('…')).toBe(true);
    expect((await send('/generate/post', { text: 'Fresh', twitter: true })).body.post).not.toContain('…');
  });
});

test.each([
  ['/generate/post', { mediaUrls: ['https://a.example/away'] }],
  ['/generate/transcription', { videoUrl: 'https://a.example/away' }],
  ['/generate/altText', { url: 'https://a.example/away' }],
])('%s: 136 for media that cannot be fetched', async (path, sent) => {
  await control(sandbox, 'setMedia', { url: 'https://a.example/away', reachable: false });
  const { http, body } = await send(path, sent);
  expect([http, body.code, body.details]).toEqual([400, 136, expect.stringContaining('a.example/away')]);
});

test.each([
  ['/generate/post', {}, 'text'],
  ['/generate/post', { text: ' ' }, 'text'],
  ['/generate/rewrite', {}, 'post'],
  ['/generate/translate', { lang: 'fr' }, 'text'],
  ['/generate/transcription', { videoUrl: 'http://a.example/b.mp4' }, 'videoUrl'],
  ['/generate/altText', {}, 'url'],
])('%s: 101 for %j', async (path, sent, field) => {
  const { http, body } = await send(path, sent);
  expect([http, body.code, body.details]).toEqual([400, 101, expect.stringMatching(`^${field}: `)]);
});

describe('an uploaded file, as a post takes it', () => {
  test.each<[string, Buffer, string, (url: string) => object]>([
    ['/generate/post', pngBytes(), 'cup.png', (url) => ({ mediaUrls: [url] })],
    ['/generate/altText', pngBytes(), 'cup.png', (url) => ({ url })],
    ['/generate/transcription', clipBytes(), 'pour.mp4', (videoUrl) => ({ videoUrl })],
  ])('%s takes it, and knows that it is gone after a reset', async (path, bytes, name, toBody) => {
    const posting = await openUploadSandbox();
    const body = toBody(await upload(posting, bytes, name));
    const taken = await posting.send('POST', path, body);
    expect([taken.http, JSON.stringify(taken.body)]).toEqual([200, expect.stringContaining(name)]);
    await control(posting.sandbox, 'reset');
    const gone = await posting.send('POST', path, body);
    expect([gone.http, gone.body.code]).toEqual([400, 136]);
  });
});

test('136 for media at a private address', { tags: ['API-10'] }, async () => {
  const { http, body } = await send('/generate/altText', { url: 'https://10.0.0.1/cup.jpg' });
  expect([http, body.code]).toEqual([400, 136]);
});

test.each([
  ['/generate/post', { text: 7 }, 'text: must be a string'],
  ['/generate/rewrite', { post: null }, 'post: must be a string'],
  ['/generate/rewrite', {}, 'post: is required'],
])('%s of %j says which of type and presence is wrong', async (path, sent, details) => {
  expect((await send(path, sent)).body.details).toBe(details);
});
