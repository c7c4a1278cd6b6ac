import { LONG_LIST_BYTES } from './parse-json.ts';
import {
  createTooLargeError,
  MAX_BODY_BYTES,
  MAX_SPLIT_BYTES,
  readBody,
  UnreadableError,
} from './read-body.ts';
import { type AnswerPart, findLongList, splitAnswer } from './split-answer.ts';

/** A long answer, of which more is read with each part. */
export interface OpenedAnswer {
  /** The beginning of the decoded body. */
  readonly bytes: Uint8Array;
  /** @param wait runs each read. @throws {UnreadableError} */
  split(wait: <T>(read: () => Promise<T>) => Promise<T>): AsyncGenerator<AnswerPart>;
}

/**
 * Reads a body up to the beginning of a long list, or, without one, to its end.
 *
 * @param isSplit whether the elements of a list may come in parts
 * @throws {UnreadableError} as `readBody`
 */
export async function openAnswer(
  body: AsyncIterable<Uint8Array>,
  codings: string | undefined,
  isSplit: (name: string | null) => boolean,
): Promise<OpenedAnswer | Uint8Array> {
  const coding = (codings ?? '').trim().toLowerCase();
  if (!STREAMED_CODINGS.includes(coding)) return readBody(body, codings);
  const chunks = limitSize(await decodeChunks(body, coding), MAX_SPLIT_BYTES);
  const bytes = await readUntil(chunks, LONG_LIST_BYTES);
  const opening = bytes.length < LONG_LIST_BYTES ? null : findLongList(bytes, isSplit);
  if (opening === null || opening.members.some(isErrorStatus)) {
    const rest = await readUntil(limitSize(chunks, MAX_BODY_BYTES, bytes.length), Number.POSITIVE_INFINITY);
    return rest.length === 0 ? bytes : Buffer.concat([bytes, rest]);
  }
  return {
    bytes,
    async *split(wait) {
      let remembered = 0;
      let size = bytes.length;
      const next = async () => {
        const chunk = await wait(() => chunks.next());
        size += chunk.done === true ? 0 : chunk.value.length;
        if (size > MAX_BODY_BYTES) throw createTooLargeError(MAX_BODY_BYTES, bytes);
        return chunk;
      };
      try {
        for await (const part of splitAnswer(opening, { next }, isSplit, bytes)) {
          // members that are not lists are kept to the end
          if (part.from === null) remembered += part.bytes.length;
          size = remembered;
          yield part;
        }
      } finally {
        await chunks.return();
      }
    },
  };
}

/** Such an answer is judged before anything is shown of it. */
function isErrorStatus({ name, value }: AnswerPart): boolean {
  return name === 'status' && value === 'error';
}

/** @returns at least that many bytes, if there are */
async function readUntil(chunks: AsyncIterator<Uint8Array>, size: number): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  for (let length = 0; length < size; ) {
    const next = await chunks.next();
    if (next.done === true) break;
    read.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(read);
}

/** @param read how many bytes were read before */
async function* limitSize(
  chunks: AsyncIterable<Uint8Array>,
  largest: number,
  read = 0,
): AsyncGenerator<Uint8Array, void> {
  let size = read;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > largest) throw createTooLargeError(largest, chunk);
    yield chunk;
  }
}

/** `deflate` has two forms, and more than one coding is rare. */
const STREAMED_CODINGS = ['', 'identity', 'gzip', 'x-gzip', 'br'];

async function decodeChunks(
  body: AsyncIterable<Uint8Array>,
  coding: string,
): Promise<AsyncIterable<Uint8Array>> {
  if (coding === '' || coding === 'identity') return body;
  const { createBrotliDecompress, createGunzip } = await import('node:zlib');
  const { pipeline } = await import('node:stream');
  const decoder = coding === 'br' ? createBrotliDecompress() : createGunzip();
  let first: Uint8Array = new Uint8Array();
  let lost: unknown = null;
  async function* readRaw() {
    try {
      for await (const chunk of limitSize(body, MAX_SPLIT_BYTES)) {
        if (first.length === 0) first = chunk;
        yield chunk;
      }
    } catch (cause) {
      lost = cause;
      throw cause;
    }
  }
  pipeline(readRaw, decoder, () => {}); // its error is thrown to the reader
  return {
    async *[Symbol.asyncIterator]() {
      try {
        yield* decoder as AsyncIterable<Buffer>; // it is not in object mode
      } catch (cause) {
        throw lost ?? new UnreadableError(`is not valid ${coding}, or is incomplete`, first, cause);
      }
    },
  };
}
