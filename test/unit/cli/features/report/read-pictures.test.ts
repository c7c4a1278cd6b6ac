import { expect, test } from 'vitest';
import { readPictures } from '../../../../../src/cli/features/report/read-pictures.ts';
import type { ReportedPost } from '../../../../../src/cli/features/report/report-document.ts';
import { buildSamplePng } from '../../../../../src/cli/features/sandbox/sample-images.ts';
import type { IoPort } from '../../../../../src/cli/framework/command/io.ts';
import type { ServicePort } from '../../../../../src/cli/framework/command/service.ts';

const PNG = buildSamplePng();
const target = { baseUrl: new URL('https://api.example'), apiKey: 'KEY' };
const BODIES: Readonly<Record<string, Uint8Array>> = {
  'https://m.example/cups.png': PNG,
  'https://m.example/named.png': new TextEncoder().encode('<svg onload="alert(1)"/>'),
};

async function readOf(urls: readonly string[], kind: 'network' | 'sandbox' = 'network') {
  const asked: string[] = [];
  const outbound = {
    allowed: [],
    get: async ({ url }: { url: string }) => {
      asked.push(url);
      const body = BODIES[url] ?? null;
      return { status: body === null ? 404 : 200, body, fault: null, byAllowance: false, ms: 1 };
    },
  };
  const posts = urls.map(
    (url, at) => ({ id: String(at), mediaUrls: url === '' ? [] : [url] }) as unknown as ReportedPost,
  ); // what it reads of a post
  const service = { choose: async () => ({ choice: { kind, target } }) } as unknown as ServicePort; // what it asks of the service
  const io = { outbound: async () => outbound, signal: new AbortController().signal } as unknown as IoPort; // and of the machine
  const { pictures, missing } = await readPictures(posts, service, io);
  return { kinds: urls.map((_, at) => pictures.get(String(at))?.kind), missing, asked, pictures };
}

test('the first picture of a post becomes part of the page', async () => {
  const { pictures, missing } = await readOf(['https://m.example/cups.png']);
  const picture = pictures.get('0');
  expect([missing, picture?.kind === 'image' && picture.dataUrl.slice(0, 22)]).toEqual([
    0,
    'data:image/png;base64,',
  ]);
});

test.each([
  ['a file that is no picture by its bytes', 'https://m.example/named.png', 'missing', 1],
  ['one that is gone', 'https://m.example/gone.png', 'missing', 1],
  ['a video', 'https://m.example/pour.mp4?x=1', 'video', 0],
  ['a post without media', '', 'text', 0],
  ['an address of this machine', 'http://127.0.0.1:8080/cups.png', 'missing', 1],
])('%s is drawn as a shape', async (_what, url, kind, missing) => {
  expect(await readOf([url])).toMatchObject({ kinds: [kind], missing });
});

test('nothing is requested for posts of the sandbox, nor for videos', async () => {
  expect((await readOf(['https://m.example/cups.png'], 'sandbox')).asked).toEqual([]);
  expect((await readOf(['https://m.example/pour.mp4'])).asked).toEqual([]);
});
