/** A possible digest in a signature header, parsed more leniently than a receiver does. */
export interface LooseDigest {
  readonly bytes: Buffer;
  /** The hash algorithm with this digest length. */
  readonly algorithm: HashAlgorithm;
  /** How the encoding differs from a valid one; null if it is valid. */
  readonly oddity: string | null;
}

export type HashAlgorithm = 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512';

const ALGORITHMS: Readonly<Record<number, HashAlgorithm>> = {
  16: 'md5',
  20: 'sha1',
  28: 'sha224',
  32: 'sha256',
  48: 'sha384',
  64: 'sha512',
};

/** A longer list is not a signature, and each entry costs time. */
const MAX_PIECES = 8;
const DIGEST_PREFIX = /^[\w-]{1,24}[=:](?=[\w+/])/;

/** Finds possible digests in a header: with prefixes, in quotes, in a list, or as raw bytes. */
export function findDigests(text: string): readonly LooseDigest[] {
  const pieces = text.split(/[,;\s]+/).filter((piece) => piece !== '');
  const isOne = pieces.length === 1;
  return [
    ...pieces.slice(0, MAX_PIECES).flatMap((piece) => parseDigests(piece, isOne)),
    ...readRawDigest(text),
  ];
}

function parseDigests(piece: string, isOne: boolean): readonly LooseDigest[] {
  const unquoted = piece.replaceAll(/^["'<]+|["'>]+$/g, '');
  const prefix = DIGEST_PREFIX.exec(unquoted)?.[0] ?? '';
  const bare = unquoted.slice(prefix.length);
  const around = prefix === '' ? 'quotes' : `the prefix "${prefix}"`;
  const oddity = isOne
    ? bare === piece
      ? null
      : `is enclosed in ${around}`
    : 'is one of several in the header';
  return [Buffer.from(/^[\da-f]+$/i.test(bare) ? bare : '', 'hex'), decodeBase64(bare)]
    .flatMap((bytes) => [toDigest(bytes, oddity), decodeHexText(bytes)])
    .filter((each) => each !== null);
}

function decodeBase64(text: string): Buffer {
  return Buffer.from(/^[\w+/-]+={0,2}$/.test(text) ? text : '', 'base64');
}

function toDigest(bytes: Buffer, oddity: string | null): LooseDigest | null {
  const algorithm = ALGORITHMS[bytes.length];
  return algorithm === undefined ? null : { bytes, algorithm, oddity };
}

/** Base64 of the hex text instead of the bytes. */
function decodeHexText(bytes: Buffer): LooseDigest | null {
  const text = bytes.toString('latin1');
  if (!/^[\da-f]{32,128}$/i.test(text)) return null;
  return toDigest(Buffer.from(text, 'hex'), 'encodes the hex text in base64, not the bytes');
}

/** A header transports bytes as Latin-1 characters. */
function readRawDigest(text: string): readonly LooseDigest[] {
  const isBytes = !/[^\0-\xff]/.test(text);
  const digest = isBytes
    ? toDigest(Buffer.from(text, 'latin1'), 'consists of the raw bytes, not encoded as text')
    : null;
  return digest === null ? [] : [digest];
}
