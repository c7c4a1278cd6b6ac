import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGivenAddresses } from '../../../src/cli/features/dashboard/given-addresses.ts';
import { createPageImages, IMAGE_BYTES } from '../../../src/cli/features/dashboard/page-images.ts';
import type { Outbound } from '../../../src/outbound/outbound.ts';
import { createFakeOutbound } from '../../support/engine/fake-outbound.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { REAL_TIME } from '../../support/real-time.ts';
import { isolatedOutbound, PUBLIC } from '../outbound/test-outbound.ts';

const SITE = 'https://pictures.example';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const HTML = '<!doctype html><script>alert(1)</script>';

/** A picture of this many pixels, by its head. */
function claimPixels(width: number, height: number): Buffer {
  const claimed = Buffer.from(PNG);
  claimed.writeUInt32BE(width, 16);
  claimed.writeUInt32BE(height, 20);
  return claimed;
}

/** An image that not every browser shows. */
function makeBmp(): Buffer {
  const bmp = Buffer.alloc(58);
  bmp.write('BM', 'latin1');
  for (const [place, value] of [
    [2, 58],
    [10, 54],
    [14, 40],
    [18, 1],
    [22, 1],
  ] as const)
    bmp.writeUInt32LE(value, place);
  return bmp;
}

const FILES: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  '/cup.png': ['image/png', PNG],
  '/cup.html': ['text/html', PNG],
  '/dot.gif': ['image/gif', GIF],
  '/drawing.svg': ['image/svg+xml', SVG],
  '/drawing.png': ['image/png', SVG],
  '/page.png': ['image/png', HTML],
  '/old.png': ['image/png', makeBmp()],
  '/empty.png': ['image/png', ''],
  '/huge.png': ['image/png', claimPixels(60_000, 60_000)],
  '/film': ['video/mp4', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
};

let server: Server;
let port: number;
let requests: string[] = [];
/** Resolves when the body that stops has begun. */
let stopped = Promise.withResolvers<void>();
let sentBytes = 0;
const authority = makeCertificate();

beforeAll(async () => {
  const certificate = makeCertificate({ names: ['pictures.example', 'inner.example'], by: authority });
  server = createServer(certificate, ({ url = '' }, response) => {
    requests.push(url);
    if (url === '/moved.png') return void response.writeHead(302, { location: `${SITE}/cup.png` }).end();
    if (url === '/inward.png') return void response.writeHead(307, { location: 'https://10.0.0.8/' }).end();
    if (url === '/slow.png') {
      response.writeHead(200).write(PNG.subarray(0, 20));
      return stopped.resolve();
    }
    if (url === '/endless.png') return sendEndlessly();
    const [type, body] = FILES[url] ?? [];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(body);

    function sendEndlessly(): void {
      const chunk = Buffer.alloc(1024 * 1024, PNG);
      const more = () => {
        while (!response.destroyed && sentBytes < 1024 * IMAGE_BYTES) {
          sentBytes += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      response.writeHead(200, { 'content-type': 'image/png' });
      more();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port; // it listens on a port
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What reads images as the dashboard of an account does, over a network of its own. */
function openImages({ given = [], outbound }: { given?: readonly string[]; outbound?: Outbound } = {}) {
  requests = [];
  stopped = Promise.withResolvers();
  const addresses = createGivenAddresses();
  addresses.add({ posts: [{ mediaUrls: given }] }, ['mediaUrls']);
  const network = isolatedOutbound({
    leadsTo: port,
    trusted: authority.cert,
    finds: (name) =>
      name === 'inner.example' ? ['10.0.0.8'] : name === 'mixed.example' ? [PUBLIC, '::1'] : [PUBLIC],
  });
  // the time is over as soon as the body stops
  const hurried = { ...REAL_TIME, sleep: () => stopped.promise };
  const impatient = isolatedOutbound({ leadsTo: port, trusted: authority.cert, clock: hurried });
  const get: Outbound['get'] = (request) =>
    (request.url.includes('slow') ? impatient : network).outbound.get(request);
  const readImage = createPageImages({
    given: addresses,
    clock: REAL_TIME,
    openOutbound: async () => outbound ?? { ...network.outbound, get },
    readUpload: null,
  });
  return {
    ...{ network, addresses, readFor: readImage },
    read: (address: string) => readImage(address, new AbortController().signal),
  };
}

describe('an image that a record has', () => {
  test.each([
    ['/cup.png', 'image/png'],
    ['/cup.html', 'image/png'],
    ['/dot.gif', 'image/gif'],
  ])('%s is one by its bytes, whatever its name says', async (path, type) => {
    const { read } = openImages({ given: [`${SITE}${path}`] });
    expect(await read(`${SITE}${path}`)).toEqual({
      type,
      bytes: new Uint8Array(type === 'image/gif' ? GIF : PNG),
    });
  });

  test.each([
    ['a drawing with a script', `${SITE}/drawing.svg`, 'no image'],
    ['a drawing that is called a PNG', `${SITE}/drawing.png`, 'no image'],
    ['a page that is called a PNG', `${SITE}/page.png`, 'no image'],
    ['an image of another kind', `${SITE}/old.png`, 'no image'],
    ['nothing', `${SITE}/empty.png`, 'no image'],
    ['more pixels than a browser can keep', `${SITE}/huge.png`, 'too large'],
    ['a video without a name', `${SITE}/film`, 'video'],
    ['a body that does not end', `${SITE}/endless.png`, 'too large'],
    ['a body that stops', `${SITE}/slow.png`, 'too slow'],
    ['what is not there', `${SITE}/none.png`, 'gone'],
    ['a redirect', `${SITE}/moved.png`, 'moved'],
    ['a redirect into the private network', `${SITE}/inward.png`, 'moved'],
  ])('%s is refused', { tags: ['D6', 'D8', 'S4', 'S6'] }, async (_what, address, refusal) => {
    const { read, network } = openImages({ given: [address] });
    sentBytes = 0;
    expect(await read(address)).toBe(refusal);
    expect(requests).toEqual([new URL(address).pathname]);
    expect(network.dialled.filter((to) => to.address !== PUBLIC)).toEqual([]);
    expect(sentBytes).toBeLessThan(3 * IMAGE_BYTES);
  });

  test.each([
    ['a private address', 'https://10.0.0.8/cup.png'],
    ['this machine', 'https://127.0.0.1/cup.png'],
    ['this machine, as one number', 'https://2130706433/cup.png'],
    ['a metadata service', 'https://169.254.169.254/latest/meta-data/'],
    [
      'an upload of a sandbox, for an account',
      'http://127.0.0.1:4010/_media/file/aaaaaaaaaaaaaaaaaaaa/cup.png',
    ],
    ['a name of a private address', 'https://inner.example/cup.png'],
    ['a name of which one address is private', 'https://mixed.example/cup.png'],
    ['no encryption', 'http://pictures.example/cup.png'],
    ['another scheme', 'file:///etc/passwd'],
    ['no address', 'cup.png'],
  ])('%s is not contacted', { tags: ['D6', 'S1', 'S2', 'T7'] }, async (_what, address) => {
    const { read, network } = openImages({ given: [address] });
    expect(await read(address)).toBe('not allowed');
    expect([network.dialled, requests]).toEqual([[], []]);
  });
});

describe('any other address', () => {
  test.each([
    ['a text', { text: `${SITE}/cup.png` }],
    ['the text of a post with a picture', { mediaUrls: [`${SITE}/dot.gif`], post: `${SITE}/cup.png` }],
    ['a part of one', { mediaUrls: [`${SITE}/cup.png?size=2`] }],
    ['another spelling', { mediaUrls: [`${SITE}:443/cup.png`] }],
  ])('%s does not give it', { tags: ['D6'] }, async (_what, record) => {
    const { read, addresses, network } = openImages();
    addresses.add({ posts: [record] }, ['mediaUrls']);
    expect(await read(`${SITE}/cup.png`)).toBe('not given');
    expect(network.dialled).toEqual([]);
  });

  test('those that were given first are forgotten first, and again is as good as new', () => {
    const given = createGivenAddresses(2);
    const give = (...mediaUrls: readonly string[]) => given.add({ mediaUrls }, ['mediaUrls']);
    give('a', 'b');
    give('a');
    give('c');
    expect(['a', 'b', 'c'].map((each) => given.has(each))).toEqual([true, false, true]);
  });
});

describe('what is read', () => {
  test('stays in memory, so that the second time nothing is sent; a refusal, too', async () => {
    const [cup, none] = [`${SITE}/cup.png`, `${SITE}/none.png`];
    const { read } = openImages({ given: [cup, none] });
    for (const address of [cup, none, cup, none]) await read(address);
    expect(requests).toEqual(['/cup.png', '/none.png']);
  });

  test('is at most 32 MB: the one that was not shown for the longest time is read again', {
    tags: ['D8'],
  }, async () => {
    const given = ['a', 'b', 'c', 'd', 'e'].map((name) => `${SITE}/${name}`);
    const body = Buffer.concat([
      PNG.subarray(0, 33),
      Buffer.alloc(IMAGE_BYTES - PNG.length),
      PNG.subarray(33),
    ]);
    const outbound = createFakeOutbound(() => ({ status: 200, body }));
    const { read } = openImages({ given, outbound });
    const [a = '', b = '', c = '', d = '', e = ''] = given;
    for (const address of [a, b, c, d, a, e, a, b]) await read(address);
    expect(outbound.asked.map(({ url }) => url)).toEqual([a, b, c, d, e, b]);
  });

  test('is read a few at a time, and not for a page that is gone', { tags: ['D8'] }, async () => {
    const given = Array.from({ length: 24 }, (_, at) => `${SITE}/${at}`);
    const held: (() => void)[] = [];
    const outbound = createFakeOutbound(async () => {
      await new Promise<void>((resolve) => void held.push(resolve));
      return { status: 200, body: PNG };
    });
    const { readFor } = openImages({ given, outbound });
    const [here, gone] = [new AbortController().signal, AbortSignal.abort()];
    let isRead = false;
    const all = Promise.all(given.map((address, at) => readFor(address, at < 12 ? here : gone)));
    void all.finally(() => {
      isRead = true;
    });
    while (!isRead) {
      await new Promise(setImmediate);
      expect(held.length).toBeLessThanOrEqual(4);
      for (const release of held.splice(0)) release();
    }
    expect(outbound.asked.map(({ url }) => url)).toEqual(given.slice(0, 12));
  });
});
