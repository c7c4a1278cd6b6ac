import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { readBody, UnreadableError } from '../../../src/client/read-body.ts';

const BODY = Buffer.from(JSON.stringify({ comment: 'žluťoučký kůň 🐎 '.repeat(100) }));
const LARGEST = 1024 * 1024;

async function* inPieces(bytes: Uint8Array, size = 100): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test.each([
  ['br', 'br', zlib.brotliCompressSync(BODY)],
  ['gzip', 'gzip', zlib.gzipSync(BODY)],
  ['gzip by its old name', 'x-gzip', zlib.gzipSync(BODY)],
  ['gzip in capitals', ' GZip', zlib.gzipSync(BODY)],
  ['deflate', 'deflate', zlib.deflateSync(BODY)],
  ['deflate without its wrapper', 'deflate', zlib.deflateRawSync(BODY)],
  ['nothing', undefined, BODY],
  ['identity', 'identity', BODY],
  ['gzip over br', 'br, gzip', zlib.gzipSync(zlib.brotliCompressSync(BODY))],
])('a body in %s', { tags: ['HTTP-02'] }, async (_why, coding, bytes) => {
  expect(await readBody(inPieces(bytes), coding, LARGEST)).toEqual(BODY);
});

test('an empty body has no coding', { tags: ['HTTP-02'] }, async () => {
  expect(await readBody(inPieces(Buffer.of()), 'gzip')).toHaveLength(0);
});

test.each([
  ['corrupt gzip', 'gzip', corrupt(zlib.gzipSync(BODY)), /^is not valid gzip/],
  ['corrupt deflate', 'deflate', corrupt(zlib.deflateSync(BODY)), /^is not valid deflate/],
  ['gzip cut short', 'gzip', zlib.gzipSync(BODY).subarray(0, 40), /^is not valid gzip/],
  ['br cut short', 'br', zlib.brotliCompressSync(BODY).subarray(0, 40), /^is not valid br/],
  ['deflate cut short', 'deflate', zlib.deflateSync(BODY).subarray(0, 40), /^is not valid deflate/],
  ['plain text called gzip', 'gzip', BODY, /^is not valid gzip/],
  ['plain text called br', 'br', BODY, /^is not valid br/],
  ['a coding that was not asked for', 'zstd', BODY, /content coding \(zstd\)$/],
  ['codings without end', 'gzip, gzip, gzip', BODY, /^has too many content codings$/],
])('%s', { tags: ['HTTP-10'] }, async (_why, coding, bytes, reason) => {
  const fault = await faultOf(readBody(inPieces(bytes), coding, LARGEST));
  expect(fault.reason).toMatch(reason);
});

test.each([
  ['gzip', zlib.gzipSync(Buffer.alloc(LARGEST + 1))],
  ['deflate', zlib.deflateSync(Buffer.alloc(LARGEST + 1))],
  ['br', zlib.brotliCompressSync(Buffer.alloc(LARGEST + 1), quick())],
])('a bomb in %s is larger than what is read', async (coding, bytes) => {
  const fault = await faultOf(readBody(inPieces(bytes), coding, LARGEST));
  expect(fault.reason).toBe('is larger than 1 MiB');
});

test.each([
  ['gzip', zlib.gzipSync(Buffer.alloc(LARGEST))],
  ['br', zlib.brotliCompressSync(Buffer.alloc(LARGEST), quick())],
  [undefined, Buffer.alloc(LARGEST)],
])('the largest body in %s is read', async (coding, bytes) => {
  expect(await readBody(inPieces(bytes, 10_000), coding, LARGEST)).toHaveLength(LARGEST);
});

test('a body without end is read up to the limit and no further', async () => {
  let poured = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      poured += 1_000;
      yield Buffer.alloc(1_000);
    }
  }
  const fault = await faultOf(readBody(endless(), undefined, 5_500));
  expect(fault.reason).toBe('is larger than 5500 bytes');
  expect(poured).toBe(6_000);
});

test('what breaks off on the way is thrown as it comes', async () => {
  const lost = new Error('lost');
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield BODY;
    throw lost;
  }
  await expect(readBody(broken(), undefined)).rejects.toBe(lost);
});

function corrupt(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0xff, 20, 40);
  return copy;
}

function quick(): zlib.BrotliOptions {
  return { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };
}

async function faultOf(work: Promise<unknown>): Promise<UnreadableError> {
  const error: unknown = await work.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (error instanceof UnreadableError) return error;
  throw error ?? new Error('it was read');
}
