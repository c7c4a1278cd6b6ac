import { afterEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';
import { type OpenedDashboard, openDashboard } from '../../../../support/dashboard/opened-dashboard.ts';
import { answering } from '../../../../support/engine/fake-outbound.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const CUP = 'https://pictures.example.com/cup.png';
const OTHER = 'https://pictures.example.com/other.png';

const opened: OpenedDashboard[] = [];
const sandboxes: Sandbox[] = [];
/** What was read from the network. */
let asked: string[] = [];

/** Opens the page of a sandbox with a post that has a picture. */
async function openWithPost(words = ''): Promise<OpenedDashboard> {
  asked = [];
  const own = await openTestSandbox();
  sandboxes.push(own);
  const sandbox = { ...own, close: () => {} };
  const line = ['posts', 'create', '--text', `look at ${OTHER}`, '--platform', 'bluesky', '--media', CUP];
  await crier([...line, '--schedule', '2027-01-01T10:00:00Z', '--skip-check', '--sandbox', '--yes'], {
    sandbox,
  });
  const outbound = answering(({ url }) => {
    asked.push(url);
    return { status: 200, body: PIXEL };
  });
  const page = await openDashboard(words, { sandbox, outbound });
  opened.push(page);
  await page.enter();
  return page;
}

async function readImage(page: OpenedDashboard, address: unknown) {
  const answer = await page.ask('api/image', { address });
  const { status, headers } = answer;
  const type = headers.get('content-type') ?? '';
  const said = type.startsWith('image/') ? null : ((await answer.json()) as { refusal: string });
  return {
    status,
    headers,
    type,
    refusal: said?.refusal,
    bytes: said ?? Buffer.from(await answer.arrayBuffer()),
  };
}

afterEach(async () => {
  for (const page of opened.splice(0)) await page.end();
  for (const sandbox of sandboxes.splice(0)) sandbox.close();
});

describe('an image', () => {
  test('is read once its post was shown, from where the post says, and nothing can run in it', {
    tags: ['D5', 'D6'],
  }, async () => {
    const page = await openWithPost();
    expect((await readImage(page, CUP)).refusal).toBe('not given');
    expect(asked).toEqual([]);
    await page.run('posts list', { all: true });
    const { status, type, headers, bytes } = await readImage(page, CUP);
    expect([status, type, bytes]).toEqual([200, 'image/png', PIXEL]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toMatch(/private/);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; sandbox; frame-ancestors 'none'",
    );
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(asked).toEqual([CUP]);
  });

  test('of which only the page itself has spoken is not read', { tags: ['D6'] }, async () => {
    const page = await openWithPost();
    await page.run('posts list', { all: true });
    const post = { platform: ['bluesky'], text: 'x', set: [`mediaUrls=["${OTHER}"]`] };
    expect(await page.run('posts preview', post)).toMatchObject({
      document: { previews: [{ posts: [{ mediaUrls: [OTHER] }] }] },
    });
    for (const address of [OTHER, '', null, { url: CUP }, [CUP, CUP]])
      expect((await readImage(page, address)).refusal).toBe('not given');
    expect(asked).toEqual([]);
  });

  test('with --no-images, is never read', async () => {
    const page = await openWithPost('--no-images');
    await page.run('posts list', { all: true });
    expect((await readImage(page, CUP)).refusal).toBe('off');
    expect(asked).toEqual([]);
    const state = await (await page.ask('api/state', {})).json();
    expect(state).toMatchObject({ showsImages: false });
  });

  test('that was uploaded to the sandbox comes from its store, and from no server of this machine', {
    tags: ['D6', 'S9'],
  }, async () => {
    const page = await openWithPost();
    const file = { name: 'pixel.png', content: PIXEL.toString('base64') };
    const { document } = await page.run('media upload', { file });
    const [{ url = '' } = {}] = (document as { results: readonly { url: string }[] }).results;
    expect(url).toMatch(/^http:/);
    expect(await readImage(page, url)).toMatchObject({ type: 'image/png', bytes: PIXEL });
    expect((await readImage(page, url.replace('/_media/file/', '/_media/upload/'))).refusal).toBe(
      'not given',
    );
    expect(asked).toEqual([]);
  });
});
