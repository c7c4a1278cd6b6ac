import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { control } from '../../../support/control.ts';
import { fieldsOutside } from '../../../support/sandbox/fields-outside.ts';
import { pngBytes } from '../../../support/sandbox/media-bytes.ts';
import { openUploadSandbox, upload } from '../../../support/sandbox/uploads.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const { ask, sandbox } = await smallSandbox(SLIGHT_SEED);

describe('POST /validate/json', () => {
  const validate = (body: string | null) => ask('/validate/json', { method: 'POST', body });

  test.each(['{"post":"hello","nobodyKnows":{"a":[1]}}', '[1]', '"text"', 'null'])(
    'accepts %s',
    async (body) => {
      const answer = await validate(body);
      expect(answer).toMatchObject({
        http: 200,
        body: { status: 'success', message: 'The JSON is valid.' },
      });
      expect(fieldsOutside(ENDPOINTS.validateJson.answer, answer.body)).toEqual([]);
    },
  );

  test.each([
    ['what is not JSON', '{"post":"hello",}'],
    ['JSON that is cut off', '{"post":"hel'],
    ['no body', null],
  ])('refuses %s with 101', async (_what, body) => {
    const answer = await validate(body);
    expect(answer).toMatchObject({ http: 400, body: { status: 'error', code: 101 } });
    expect(answer.body.details).toMatch(/^body: /);
  });
});

describe('POST /validate/moderation', () => {
  const moderate = (body: unknown) =>
    ask('/validate/moderation', { method: 'POST', body: JSON.stringify(body) });
  const NONE = { harassment: false, hate: false, selfHarm: false, sexual: false, violence: false };

  test.each([
    ['a harmless text', { text: 'Fresh beans from Huila', language: 'en' }, NONE],
    ['a part of a word', { text: 'A skilled barista' }, NONE],
    ['a listed word', { text: 'I will KILL you, idiot!' }, { ...NONE, harassment: true, violence: true }],
    ['a harmless file', { mediaUrls: ['https://a.example/kill/beans.jpg'] }, NONE],
    ['the name of a file', { mediaUrls: ['https://a.example/nude-1.mp4'] }, { ...NONE, sexual: true }],
  ])('judges %s by a fixed list', async (_what, sent, categories) => {
    const { http, body } = await moderate(sent);
    expect([http, body]).toEqual([
      200,
      { status: 'success', flagged: Object.values(categories).includes(true), categories },
    ]);
    expect(fieldsOutside(ENDPOINTS.checkModeration.answer, body)).toEqual([]);
    expect(await moderate(sent)).toMatchObject({ body });
  });

  test('438 for a file that is neither an image nor a video', { tags: ['API-06'] }, async () => {
    const { http, body } = await moderate({ text: 'hello', mediaUrls: ['https://a.example/menu.pdf'] });
    expect([http, body.code]).toEqual([400, 438]);
    expect(body.details).toContain('https://a.example/menu.pdf');
  });

  test('the type that is set for a file counts more than its extension', async () => {
    const [url, other] = ['https://a.example/photo', 'https://a.example/page.jpg'];
    await control(sandbox, 'setMedia', { url, type: 'image/png' });
    await control(sandbox, 'setMedia', { url: other, type: 'text/html' });
    expect((await moderate({ mediaUrls: [url] })).http).toBe(200);
    expect((await moderate({ mediaUrls: [other] })).body.code).toBe(438);
  });

  test('331 for a file that cannot be fetched', async () => {
    const url = 'https://a.example/away.jpg';
    await control(sandbox, 'setMedia', { url, reachable: false });
    const { http, body } = await moderate({ mediaUrls: [url] });
    expect([http, body.code]).toEqual([500, 331]);
  });

  test('an uploaded file is known by its bytes', { tags: ['API-06'] }, async () => {
    const posting = await openUploadSandbox();
    const [image, text] = [
      await upload(posting, pngBytes(), 'cup.png'),
      await upload(posting, Buffer.from('a text'), 'menu.png'),
    ];
    const moderateFile = (url: string) => posting.send('POST', '/validate/moderation', { mediaUrls: [url] });
    expect((await moderateFile(image)).body.flagged).toBe(false);
    expect((await moderateFile(text)).body.code).toBe(438);
    await control(posting.sandbox, 'reset');
    expect((await moderateFile(image)).body.code).toBe(331);
  });

  test.each([
    ['neither text nor media', {}],
    ['a blank text', { text: ' ' }],
    ['an empty list', { mediaUrls: [] }],
    ['an address without TLS', { mediaUrls: ['http://a.example/a.jpg'] }],
  ])('101 for %s', async (_what, sent) => {
    const { http, body } = await moderate(sent);
    expect([http, body.code]).toEqual([400, 101]);
    expect(body.details).toMatch(/^(text|mediaUrls)/);
  });
});
