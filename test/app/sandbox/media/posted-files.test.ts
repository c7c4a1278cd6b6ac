import { describe, expect, test } from 'vitest';
import { ASSUMED_MEDIA } from '../../../../src/service/media-limits.ts';
import { PLATFORMS } from '../../../../src/service/platforms.ts';
import { control } from '../../../support/control.ts';
import { clipBytes, pngBytes, webpBytes } from '../../../support/sandbox/media-bytes.ts';
import { openUploadSandbox, upload } from '../../../support/sandbox/uploads.ts';

const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 20);
const youTubeOptions = { title: 'Look' };

/** The code for a post with an uploaded file, of publishing and of validating it; undefined when it is accepted. */
async function codesFor(bytes: Buffer, fileName: string, platform: string): Promise<readonly unknown[]> {
  const posting = await openUploadSandbox();
  const url = await upload(posting, bytes, fileName);
  const body = { post: 'look', platforms: [platform], mediaUrls: [url], youTubeOptions };
  const validated = await posting.send('POST', '/validate/post', body);
  const sent = await posting.send('POST', '/post', body);
  return [validated.body.code, sent.body.code];
}

describe('a post knows an uploaded file by its bytes', () => {
  test.each<[string, Buffer, string, string, number | undefined]>([
    ['an image for Instagram', pngBytes(), 'a.png', 'instagram', undefined],
    ['a video for YouTube, whatever its name', clipBytes(), 'a.png', 'youtube', undefined],
    ['139 an image for YouTube, whatever its name', pngBytes(), 'clip.mp4', 'youtube', 139],
    ['139 a text', Buffer.from('a text'), 'clip.mp4', 'facebook', 139],
    ['139 a damaged video', cut(clipBytes()), 'clip.mp4', 'facebook', 139],
    ['139 a damaged PNG where PNG is taken', cut(pngBytes()), 'a.png', 'facebook', 139],
    ['450 a damaged PNG where it would become a JPEG', cut(pngBytes()), 'a.png', 'instagram', 450],
    ['450 a damaged WebP', cut(webpBytes()), 'a.webp', 'linkedin', 450],
    ['182 a video of 141 seconds for X', clipBytes({ seconds: 141 }), 'c.mp4', 'twitter', 182],
    ['a video of 140 seconds for X', clipBytes({ seconds: 140 }), 'c.mp4', 'twitter', undefined],
    ['182 a video of two seconds for Instagram', clipBytes({ seconds: 2 }), 'c.mp4', 'instagram', 182],
    ['182 a video of half an hour for Bluesky', clipBytes({ seconds: 1_800 }), 'c.mp4', 'bluesky', 182],
  ])('%s', { tags: ['POST-13'] }, async (_what, bytes, fileName, platform, code) => {
    expect(await codesFor(bytes, fileName, platform)).toEqual([code, code]);
  });

  test('136 a file that was deleted by a reset', async () => {
    const posting = await openUploadSandbox();
    const url = await upload(posting, pngBytes(), 'a.png');
    await control(posting.sandbox, 'reset');
    const { body } = await posting.send('POST', '/post', {
      post: 'look',
      platforms: ['facebook'],
      mediaUrls: [url],
    });
    expect(body.code).toBe(136);
    expect((await posting.sandbox.fetch(new Request(url))).status).toBe(404);
  });

  test.each([
    ['of the size that a network takes', 0, undefined],
    ['139 of a byte more', 1, 139],
  ])('%s', async (_what, more, code) => {
    const posting = await openUploadSandbox();
    const url = 'https://media.example/a.jpg';
    const bytes = (PLATFORMS.instagram.media.image?.maxBytes ?? 0) + more;
    await control(posting.sandbox, 'setMedia', { url, bytes });
    const { body } = await posting.send('POST', '/post', {
      post: 'look',
      platforms: ['instagram'],
      mediaUrls: [url],
    });
    expect(body.code).toBe(code);
  });
});

test('453 a large video takes YouTube several attempts, and validation none', async () => {
  const posting = await openUploadSandbox();
  const url = 'https://media.example/film.mp4';
  await control(posting.sandbox, 'setMedia', { url, bytes: 2 * ASSUMED_MEDIA.youtubeUploadBytes });
  const body = { post: 'look', platforms: ['youtube'], mediaUrls: [url], youTubeOptions };
  expect((await posting.send('POST', '/validate/post', body)).body.status).toBe('success');
  const first = await posting.send('POST', '/post', body);
  expect([first.http, first.body.code, first.body.retryAvailable]).toEqual([504, 453, true]);
  await posting.send('PUT', '/post/retry', { id: first.body.id });
  await posting.pass(300);
  expect(await posting.record(first.body.id)).toMatchObject({ status: 'success' });
});

test('a file at the address of another port is the same file', async () => {
  const posting = await openUploadSandbox();
  const url = (await upload(posting, pngBytes(), 'a.png')).replace(
    /^http:\/\/[^/]+/,
    'http://127.0.0.1:4999',
  );
  const { body } = await posting.send('POST', '/post', {
    post: 'look',
    platforms: ['instagram'],
    mediaUrls: [url],
  });
  expect(body.status).toBe('success');
});
