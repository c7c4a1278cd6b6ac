import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serve } from '../../../src/sandbox/http/serve.ts';
import type { ServedSandbox } from '../../../src/sandbox/serve-sandbox.ts';
import { sendRaw, statusOf } from '../../support/network/raw-http.ts';
import { clipBytes } from '../../support/sandbox/media-bytes.ts';
import { serveTestSandbox } from '../../support/sandbox/served-sandbox.ts';

let served: ServedSandbox;
beforeEach(async () => {
  served = await serveTestSandbox();
});
afterEach(() => served.close());

async function askUploadUrl(fileName = 'clip.mp4'): Promise<{ uploadUrl: string; accessUrl: string }> {
  const { address, credentials } = served.note;
  const answer = await fetch(`${address}/media/uploadUrl?fileName=${fileName}`, {
    headers: { authorization: `Bearer ${credentials.apiKey}` },
  });
  return (await answer.json()) as { uploadUrl: string; accessUrl: string }; // the shape is another test's
}

const put = (url: string, body: Uint8Array, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, {
    method: 'PUT',
    body: Uint8Array.from(body),
    headers: { 'content-type': 'video/mp4', ...headers },
  });

test('a file larger than any request is taken and served on the port of the sandbox', async () => {
  const bytes = clipBytes({ seconds: 20, frames: 3 * 1_024 ** 2 });
  const { uploadUrl, accessUrl } = await askUploadUrl();
  expect(uploadUrl.startsWith(served.note.address)).toBe(true);
  expect((await put(uploadUrl, bytes)).status).toBe(200);
  const answer = await fetch(accessUrl);
  expect(answer.headers.get('content-type')).toBe('video/mp4');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  const head = await fetch(accessUrl, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
});

describe('the exception for uploads lets nothing else in', { tags: ['D1', 'D2', 'D3'] }, () => {
  const target = (url: string) => url.slice(served.note.address.length);
  const send = (path: string, headers: readonly string[], method = 'PUT') =>
    sendRaw(served.note.port, {
      method,
      target: path,
      headers: ['Content-Type: video/mp4', 'Content-Length: 2', 'Connection: close', ...headers],
      body: '{}',
    });
  const host = () => `Host: 127.0.0.1:${served.note.port}`;

  test.each<[string, (path: string) => Promise<string>, number]>([
    ['another host', (path) => send(path, ['Host: evil.example']), 403],
    ['a page of another site', (path) => send(path, [host(), 'Origin: https://evil.example']), 403],
    ['another site by Sec-Fetch-Site', (path) => send(path, [host(), 'Sec-Fetch-Site: cross-site']), 403],
    ['a form', (path) => send(path, [host()], 'POST'), 400],
    ['another route', () => send('/post/retry', [host()]), 400],
    ['another route in another spelling', () => send('/_media/upload/../../post/retry', [host()]), 400],
    ['an upload that was not asked for', () => send('/_media/upload/AAAA', [host()]), 404],
  ])('%s', async (_what, attempt, status) => {
    const { uploadUrl, accessUrl } = await askUploadUrl();
    expect(statusOf(await attempt(target(uploadUrl)))).toBe(status);
    expect((await fetch(accessUrl)).status).toBe(404);
  });
});

describe('time limits', { tags: ['D8'] }, () => {
  const limits = {
    headBytes: 16_384,
    bodyBytes: 1_024,
    connections: 8,
    headMs: 150,
    requestMs: 150,
    silenceMs: 250,
    keepAliveMs: 100,
    lookEveryMs: 20,
  };

  /** Sends the head of a request and no byte of its body. @returns the answer, and how the upload ended */
  async function stall(method: string, path: string): Promise<readonly [answer: string, ended: string]> {
    let ended = 'not an upload';
    const server = await serve({
      port: 0,
      limits,
      async answer({ stream }) {
        try {
          for await (const _chunk of stream ?? []);
        } catch (error) {
          ended = error instanceof Error ? error.message : String(error);
        }
        return { status: 200, headers: {}, body: new Uint8Array() };
      },
    });
    const headers = [`Host: 127.0.0.1:${server.port}`, 'Content-Type: application/json', 'Content-Length: 5'];
    const answer = await sendRaw(server.port, { method, target: path, headers });
    await server.close();
    return [answer, ended];
  }

  test('a request whose body does not come is answered with 400', async () => {
    expect(statusOf((await stall('POST', '/post'))[0])).toBe(400);
  });

  test('an upload may take longer, and ends when nothing comes', async () => {
    expect(await stall('PUT', '/_media/upload/x')).toEqual(['', 'Premature close']);
  });
});
