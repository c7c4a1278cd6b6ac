import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { generateRandomText } from '../generate-keys.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import { ALPHANUMERIC } from '../networks/network-ids.ts';
import { generateShortLink, insertHashtags } from '../publish/additions.ts';
import type { Handler } from './handler.ts';

const LETTERS = 20;

/**
 * Accepts a file and returns an address for posts. The sandbox only stores its type and size: the address is not
 * served.
 *
 * @see docs/service/endpoints.md#other-endpoints
 */
export const uploadMedia: Handler<'uploadMedia'> = ({ body }, { store, random }) => {
  const { type, bytes } = parseFile(body.file);
  const id = generateRandomText(random, ALPHANUMERIC, LETTERS);
  const { fileName = `${id}.${getExtension(type)}`, description } = body;
  const url = `https://media.example/${id}/${encodeURIComponent(fileName.toWellFormed())}`;
  store.transaction(() => store.media.set({ url, facts: { type, bytes } }));
  return { id, url, fileName, ...(description !== undefined && { description }) };
};

interface UploadedFile {
  /** Such as `image/png`. */
  readonly type: string;
  readonly bytes: number;
}

const HEAD = /^data:((?:image|video)\/[\w.+-]+)(?:;[\w.+-]+=[\w.+-]+)*;base64,/i;

/** @throws ServiceFailure 164 when it is neither an image nor a video, or is incomplete */
function parseFile(dataUri: string): UploadedFile {
  const [head = '', type = ''] = HEAD.exec(dataUri.slice(0, LONGEST_HEAD)) ?? [];
  if (head === '') throw createUnreadableFailure('must be an image or a video, in base64');
  const coded = dataUri.slice(head.length).replaceAll(/\s/g, '');
  const bytes = Buffer.from(coded, 'base64');
  if (bytes.length === 0) throw createUnreadableFailure('is empty');
  if (bytes.toString('base64').replace(/=+$/, '') !== coded.replace(/=+$/, '')) {
    throw createUnreadableFailure('is not valid base64, or is truncated');
  }
  return { type: type.toLowerCase(), bytes: bytes.length };
}

const LONGEST_HEAD = 200;

function createUnreadableFailure(why: string): ServiceFailure {
  return new ServiceFailure(164, { message: 'The media could not be read.', details: `file: ${why}` });
}

/** Types whose subtype is not their file extension. */
const ENDINGS: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  quicktime: 'mov',
  'x-matroska': 'mkv',
  'x-msvideo': 'avi',
};

function getExtension(type: string): string {
  const kind = type.split('/')[1] ?? '';
  return ENDINGS[kind] ?? kind;
}

/** @see docs/service/endpoints.md#other-endpoints */
export const shortenLink: Handler<'shortenLink'> = ({ body: { url } }, { random, now }) => {
  const short = generateShortLink(random);
  return {
    status: 'success',
    id: short.id,
    shortUrl: short.url,
    originalUrl: url,
    created: formatIsoSeconds(now),
  };
};

/** Defaults. @see docs/service/endpoints.md#other-endpoints */
const USUAL = { max: 2, position: 'auto' } as const;

export const addHashtags: Handler<'addHashtags'> = ({ body }) => {
  const { post, max = USUAL.max, position = USUAL.position } = body;
  return { post: insertHashtags(post, { max, position }) };
};
