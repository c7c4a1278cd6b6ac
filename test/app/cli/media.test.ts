import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatProgress } from '../../../src/cli/features/media/uploads.ts';
import type { SandboxRequest } from '../../../src/sandbox/http/sandbox-request.ts';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, openTestSandbox } from '../../support/crier.ts';
import { clipBytes, pngBytes } from '../../support/sandbox/media-bytes.ts';

let folder: string;
let opened: Sandbox;
/** What reached the service, without reads of the clock. */
let asked: string[];
let onRequest: (request: SandboxRequest) => void;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crier-cli-media-'));
  opened = await openTestSandbox();
  asked = [];
  onRequest = () => {};
});
afterEach(() => {
  opened.close();
  rmSync(folder, { recursive: true });
});

const run = (words: readonly string[], around: Around = {}) => {
  const sandbox: Sandbox = {
    ...opened,
    close: () => {},
    async answer(request) {
      if (!request.url.pathname.startsWith('/_sandbox/')) {
        asked.push(`${request.method} ${request.url.pathname.replace(/\/\w{20}$/, '/…')}`);
      }
      onRequest(request);
      return opened.answer(request);
    },
  };
  const env = { XDG_STATE_HOME: join(folder, 'state'), ...around.env };
  return crier([...words, '--sandbox'], { sandbox, folder, ...around, env });
};
const json = async (words: readonly string[]) => {
  const { stdout, stderr } = await run([...words, '--json']);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
};
const write = (name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes);
const UPLOADS = ['GET /media/uploadUrl', 'PUT /_media/upload/…'];

describe('media upload', () => {
  test('uploads files in order, and says what they are by their bytes', async () => {
    write('b.jpg', pngBytes({ width: 4, height: 5 }));
    write('a clip.mp4', clipBytes({ seconds: 9 }));
    const { results } = await json(['media', 'upload', 'b.jpg', 'a clip.mp4', 'b.jpg']);
    expect(results).toMatchObject([
      { file: 'b.jpg', status: 'uploaded', contentType: 'image/png', width: 4, height: 5, error: null },
      { file: 'a clip.mp4', status: 'uploaded', contentType: 'video/mp4', duration: 9 },
    ]);
    expect(asked).toEqual([...UPLOADS, ...UPLOADS]);
    const served = await opened.fetch(new Request(results[1].url));
    expect(Buffer.from(await served.arrayBuffer())).toEqual(clipBytes({ seconds: 9 }));
  });

  test.each([[], ['--dry-run']])(
    'a name that ends as that of another type is a warning %s',
    async (...flags) => {
      write('b.jpg', pngBytes());
      write('c.png', pngBytes());
      const { exitCode, stderr } = await run(['media', 'upload', 'b.jpg', 'c.png', ...flags]);
      expect([exitCode, stderr.split('warning:').length - 1]).toEqual([0, 1]);
      expect(stderr).toContain('warning: b.jpg is image/png by its bytes');
    },
  );

  test('the same bytes are sent once for a profile, whatever their name', async () => {
    write('a.png', pngBytes());
    write('b.png', pngBytes());
    const [first] = (await json(['media', 'upload', 'a.png'])).results;
    asked = [];
    const [again] = (await json(['media', 'upload', 'b.png'])).results;
    expect(again).toMatchObject({ status: 'uploaded before', url: first.url });
    expect(asked).toEqual(['POST /media/urlExists']);
    const [alias = ''] = opened.credentials.profiles.map((profile) => profile.alias);
    expect((await json(['media', 'upload', 'a.png', '--profile', alias])).results).toMatchObject([
      { status: 'uploaded' },
    ]);
  });

  test('a file that the service has no more is sent again', async () => {
    write('a.png', pngBytes());
    await json(['media', 'upload', 'a.png']);
    await run(['sandbox', 'reset', '--yes']);
    expect((await json(['media', 'upload', 'a.png'])).results).toMatchObject([{ status: 'uploaded' }]);
  });

  test('--dry-run sends nothing, and says what it would do', async () => {
    write('a.png', pngBytes());
    const { results } = await json(['media', 'upload', 'a.png', '--dry-run']);
    expect(results).toMatchObject([{ file: 'a.png', status: 'planned', url: null }]);
    expect(asked).toEqual([]);
  });

  test.each<[string, readonly string[], RegExp]>([
    ['standard input', ['-'], /cannot be read from standard input/],
    ['a file that is not there', ['gone.png'], /cannot read gone\.png: there is no such file/],
    ['a folder', ['folder'], /it is a folder/],
    ['an empty file', ['empty.png'], /empty\.png is empty/],
    [
      'a text',
      ['notes.mp4'],
      /^crier: notes\.mp4 is not an image or video error 139: the network requires media that/,
    ],
    ['a file that was cut short', ['cut.mp4'], /cut\.mp4 is damaged/],
    ['one of several', ['good.png', 'notes.mp4'], /not an image or video/],
    ['one that a network refuses', ['long.mp4', '--platform', 'twitter'], /lasts 200 seconds; X takes/],
  ])('%s is refused before a byte is sent', async (_what, words, message) => {
    mkdirSync(join(folder, 'folder'));
    write('empty.png', new Uint8Array());
    write('notes.mp4', Buffer.from('some notes'));
    write('cut.mp4', clipBytes().subarray(0, 100));
    write('good.png', pngBytes());
    write('long.mp4', clipBytes({ seconds: 200 }));
    const ran = await run(['media', 'upload', ...words]);
    expect([ran.exitCode, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toMatch(message);
    expect(asked).toEqual([]);
  });

  test('a hostile name does no harm to the terminal, and the file arrives', { tags: ['T1'] }, async () => {
    const name = 'a\u001b[31m\u202e‮gpj.png';
    write(name, pngBytes());
    const { stdout, exitCode } = await run(['media', 'upload', name], { isTerminal: true });
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('\u001b[31m');
    expect(stdout).not.toContain('\u202e');
  });

  test('a file that changes while it is sent is not stored', async () => {
    write('a.mp4', clipBytes({ frames: 3_000_000 }));
    onRequest = ({ method }) => {
      if (method === 'PUT') truncateSync(join(folder, 'a.mp4'), 2_000_000);
    };
    const ran = await run(['media', 'upload', 'a.mp4']);
    expect([ran.exitCode, ran.stderr]).toEqual([
      2,
      expect.stringContaining('a.mp4 changed while it was read'),
    ]);
    onRequest = () => {};
    expect((await json(['media', 'list'])).media).toEqual([]);
  });

  test('an interrupt leaves nothing behind, and the next run sends the file', async () => {
    write('a.mp4', clipBytes({ frames: 3_000_000 }));
    const interrupt = new AbortController();
    onRequest = ({ method }) => {
      if (method === 'PUT') interrupt.abort(new Error('interrupted'));
    };
    const ran = await run(['media', 'upload', 'a.mp4'], { signal: interrupt.signal });
    expect(ran.exitCode).not.toBe(0);
    onRequest = () => {};
    expect((await json(['media', 'list'])).media).toEqual([]);
    expect((await json(['media', 'upload', 'a.mp4'])).results).toMatchObject([{ status: 'uploaded' }]);
  });
});

test('media resize adds a copy of the asked size to the library, once', async () => {
  write('a.png', pngBytes());
  const [{ url }] = (await json(['media', 'upload', 'a.png'])).results;
  const plan = await json(['media', 'resize', url, '--width', '300', '--height', '200', '--dry-run']);
  expect(plan.request.body).toEqual({ mediaUrl: url, dimensions: { width: 300, height: 200 } });
  const copy = await json(['media', 'resize', url, '--width', '300', '--height', '200']);
  expect((await json(['media', 'list'])).media).toMatchObject([
    { url: copy.url, width: 300, height: 200 },
    { url },
  ]);
  for (const words of [[], ['--width', '300'], ['--width', '0', '--height', '5'], ['--platform', 'nix']])
    expect((await run(['media', 'resize', url, ...words])).exitCode).toBe(2);
});

test('media list and show tell the same of a file', async () => {
  write('a.png', pngBytes({ width: 4, height: 5 }));
  const [{ url }] = (await json(['media', 'upload', 'a.png'])).results;
  const { media, meta } = await json(['media', 'list']);
  expect(media).toMatchObject([{ fileName: 'a.png', url, width: 4 }]);
  expect(meta.pagination).toEqual({ next: null, hasMore: false, limit: null });
  expect(await json(['media', 'show', media[0].id])).toMatchObject(media[0]);
  expect(await json(['media', 'show', url])).toMatchObject(media[0]);
  expect((await run(['media', 'show', 'nothing'])).exitCode).toBe(5);
});

test.each([80, 40])('tables of %i columns show name, type and size', async (columns) => {
  write('a.png', pngBytes());
  const around = { isTerminal: true, columns, env: { NO_COLOR: '1' } };
  for (const words of [['upload', 'a.png'], ['list']]) {
    const { stdout } = await run(['media', ...words], around);
    expect(stdout).toContain('a.png');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  }
});

describe('posts create --media <file>', () => {
  const post = ['posts', 'create', '--text', 'Look', '--platform'];

  test('uploads the files, and posts their URLs in order', async () => {
    write('a.png', pngBytes({ width: 4 }));
    write('b.png', pngBytes({ width: 5 }));
    const other = 'https://media.example/c.jpg';
    const media = ['a.png', other, 'b.png'].flatMap((each) => ['--media', each]);
    const { id } = await json([...post, 'instagram', ...media]);
    const { mediaUrls } = await json(['posts', 'get', id]);
    expect(mediaUrls).toEqual([
      expect.stringMatching(/^http:\/\/sandbox\.localhost\/_media\/file\/\w{20}\/a\.png$/),
      other,
      expect.stringMatching(/\/b\.png$/),
    ]);
  });

  test('--dry-run shows the post with the paths, and uploads nothing', async () => {
    write('a.png', pngBytes());
    const ran = await run([...post, 'instagram', '--media', './a.png', '--dry-run', '--json']);
    expect(JSON.parse(ran.stdout).request.body.mediaUrls).toEqual(['./a.png']);
    expect(ran.stderr).toContain('./a.png (image/png');
    expect(asked.filter((each) => !each.startsWith('GET'))).toEqual([]);
  });

  test.each<[string, string, Uint8Array, string, number]>([
    ['182 a video that X finds too long', 'a.mp4', clipBytes({ seconds: 141 }), 'twitter', 182],
    ['139 a text', 'a.mp4', Buffer.from('a text'), 'facebook', 139],
    ['450 a damaged image that would become a JPEG', 'a.png', pngBytes().subarray(0, 60), 'instagram', 450],
  ])('%s is refused before a byte is sent', async (_what, name, bytes, platform, code) => {
    write(name, bytes);
    const ran = await run([...post, platform, '--media', name, '--json']);
    expect([ran.exitCode, ran.error?.['code']]).toEqual([2, code]);
    expect(asked.filter((each) => !each.startsWith('GET'))).toEqual([]);
  });

  test('a video is one by its bytes, whatever its name', async () => {
    write('clip.bin', clipBytes({ seconds: 20 }));
    const words = ['--media', 'clip.bin', '--set', 'youTubeOptions.title=Look'];
    expect((await run([...post, 'youtube', ...words])).exitCode).toBe(0);
  });

  test('--validate-only uploads the file for the check, and publishes nothing', async () => {
    write('a.png', pngBytes());
    const ran = await run([...post, 'instagram', '--media', 'a.png', '--validate-only']);
    expect(ran.exitCode).toBe(0);
    expect(asked).toEqual([...UPLOADS, 'POST /validate/post']);
  });

  test('a file of several posts takes URLs only', async () => {
    write('a.png', pngBytes());
    writeFileSync(
      join(folder, 'posts.yaml'),
      '- {post: one, platforms: [bluesky]}\n- {post: two, platforms: [bluesky]}\n',
    );
    const ran = await run(['posts', 'create', '-f', 'posts.yaml', '--media', 'a.png', '--yes']);
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining('media upload')]);
  });

  test('posts check looks at the file, and sends nothing', async () => {
    write('long.mp4', clipBytes({ seconds: 200 }));
    const ran = await run(['posts', 'check', '--platform', 'twitter', '--text', 'x', '--media', 'long.mp4']);
    expect([ran.exitCode, ran.stdout]).toEqual([11, expect.stringContaining('182')]);
    expect(asked).toEqual([]);
  });
});

test('posts create --dry-run says whether a file would be uploaded', async () => {
  write('a.png', pngBytes());
  const words = [
    ...'posts create --platform bluesky --text'.split(' '),
    'New in',
    ...'--media a.png --dry-run'.split(' '),
  ];
  expect((await run(words)).stderr).toContain('would be uploaded first');
  await run(['media', 'upload', 'a.png']);
  expect((await run(words)).stderr).toContain('a.png was uploaded before');
});

test('media show has the dimensions, the size and the length as people write them', async () => {
  write('a.mp4', clipBytes({ seconds: 65 }));
  const [{ url }] = (await json(['media', 'upload', 'a.mp4'])).results;
  const { stdout } = await run(['media', 'show', url, '-o', 'table']);
  expect(stdout).toMatch(/^size +\d+ bytes$/m);
  expect(stdout).toMatch(/^pixels +\d+x\d+$/m);
  expect(stdout).toMatch(/^length +1:05$/m);
  expect(stdout).not.toContain('height');
});

test('the progress of an upload is a bar, and words for screen readers', () => {
  const half = { sent: 6_000_000, size: 12_000_000 };
  expect(formatProgress('a.mp4', { ...half, hasBar: true })).toBe('uploading 50 % of 12 MB █████░░░░░ a.mp4');
  expect(formatProgress('a.mp4', { ...half, hasBar: false })).toBe('uploading 50 % of 12 MB: a.mp4');
});

test('sandbox media sample writes files that are what they say, and replaces none', async () => {
  const images = { 'a.gif': 'gif', 'a.jpeg': 'jpeg', 'a.JPG': 'jpeg', 'a.png': 'png', 'a.webp': 'webp' };
  for (const name of Object.keys(images)) await run(['sandbox', 'media', 'sample', name]);
  await run(['sandbox', 'media', 'sample', 'b.mov', '--seconds', '7']);
  const { results } = await json(['media', 'upload', ...Object.keys(images), 'b.mov']);
  expect(results).toMatchObject([
    ...Object.values(images).map((type) => ({ contentType: `image/${type}`, width: 1_080, height: 1_350 })),
    { contentType: 'video/quicktime', width: 1_080, duration: 7 },
  ]);
  for (const words of [['a.png'], ['c.bmp'], ['c.constructor'], ['c.jpg', '--seconds', '4']]) {
    expect((await run(['sandbox', 'media', 'sample', ...words])).exitCode).toBe(2);
  }
  expect(readdirSync(folder).toSorted()).toEqual([...Object.keys(images), 'b.mov', 'state'].toSorted());
});
