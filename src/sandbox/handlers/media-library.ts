import { isPublicHost } from '../../domain/addresses/public-url.ts';
import { parseSandboxFileId } from '../../domain/addresses/url-shape.ts';
import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { ASSUMED_MEDIA, getTypeOfEnding } from '../../service/media-limits.ts';
import { createInputFailure, ServiceFailure } from '../http/service-failure.ts';
import { buildFileUrl, buildUploadUrl, toFileName } from '../http/upload-url.ts';
import { generateMediaId } from '../media-files.ts';
import { getFileFacts } from '../store/media.ts';
import { findMediaFile, listMediaFiles, type MediaFile, saveMediaFile } from '../store/media-files.ts';
import type { Handler, HandlerContext } from './handler.ts';

/**
 * Stores a small file; a larger one does not fit into a request, and goes to the address of `getUploadUrl`.
 *
 * @see docs/service/endpoints.md#media
 */
export const uploadMedia: Handler<'uploadMedia'> = async ({ body }, context) => {
  const { type, bytes } = parseFile(body.file);
  const id = generateMediaId(context.random);
  const { fileName = `${id}.${getExtension(type)}`, description = null } = body;
  const file = await context.files.keep(yieldOnce(bytes), {
    id,
    profile: context.profile.id,
    fileName: toFileName(fileName),
    description,
    created: context.now,
  });
  return toLibraryFile(file, context);
};

async function* yieldOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const HEAD = /^data:((?:image|video)\/[\w.+-]+)(?:;[\w.+-]+=[\w.+-]+)*;base64,/i;
const LONGEST_HEAD = 200;

/** @throws ServiceFailure 164 when it is neither an image nor a video, or is incomplete */
function parseFile(dataUri: string) {
  const [head = '', type = ''] = HEAD.exec(dataUri.slice(0, LONGEST_HEAD)) ?? [];
  if (head === '') throw createUnreadableFailure('must be an image or a video, in base64');
  const coded = dataUri.slice(head.length).replaceAll(/\s/g, '');
  const bytes = Buffer.from(coded, 'base64');
  if (bytes.length === 0) throw createUnreadableFailure('is empty');
  if (bytes.toString('base64').replace(/=+$/, '') !== coded.replace(/=+$/, '')) {
    throw createUnreadableFailure('is not valid base64, or is truncated');
  }
  return { type: type.toLowerCase(), bytes };
}

function createUnreadableFailure(why: string): ServiceFailure {
  return new ServiceFailure(164, { message: 'The media could not be read.', details: `file: ${why}` });
}

/** Types whose subtype is not their file extension. */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'jpg'],
  ['quicktime', 'mov'],
  ['x-matroska', 'mkv'],
  ['x-msvideo', 'avi'],
]);

function getExtension(type: string): string {
  const kind = type.split('/')[1] ?? '';
  return ENDINGS.get(kind) ?? kind;
}

/** Nothing is stored until the file arrives: the address itself says what it is for, and is signed. */
export const getUploadUrl: Handler<'getUploadUrl'> = ({ query }, context) => {
  const { origin, profile, now, random, cursorKey } = context;
  const fileName = toFileName(query.fileName);
  const id = generateMediaId(random);
  const upload = { id, fileName, profile: profile.id, expires: now + ASSUMED.uploadUrlMs };
  return {
    accessUrl: buildFileUrl({ id, fileName }, origin),
    contentType: query.contentType ?? getContentType(fileName),
    uploadUrl: buildUploadUrl(upload, { origin, key: cursorKey }),
  };
};

const ANY_TYPE = 'application/octet-stream';

function getContentType(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return (dot === -1 ? null : getTypeOfEnding(fileName.slice(dot))) ?? ANY_TYPE;
}

/** @see docs/service/endpoints.md#media */
export const listMedia: Handler<'listMedia'> = (_input, context) =>
  listMediaFiles(context.store, context.profile.id).map((file) => toLibraryFile(file, context));

/**
 * Of a file that was not uploaded, only what was set about it is known: the sandbox fetches none.
 *
 * @see docs/service/endpoints.md#media
 */
export const getMediaMeta: Handler<'getMediaMeta'> = ({ query: { mediaUrl } }, context) => {
  const file = findFile(mediaUrl, context);
  if (file !== undefined) return { status: 'success', mediaUrl, ...toLibraryFile(file, context) };
  requireReachable(mediaUrl, context);
  const { bytes, seconds } = getFileFacts(context.store, mediaUrl);
  return {
    status: 'success',
    mediaUrl,
    contentType: findContentType(mediaUrl, context),
    ...(bytes !== undefined && { size: bytes }),
    ...(seconds !== undefined && { duration: seconds }),
  };
};

/** @see docs/service/endpoints.md#media */
export const checkMediaUrl: Handler<'checkMediaUrl'> = ({ body: { mediaUrl } }, context) => {
  requireReachable(mediaUrl, context);
  return { status: 'success', contentType: findContentType(mediaUrl, context) };
};

/**
 * Adds a file with the asked dimensions to the library. The sandbox does not change images: the new file has the bytes
 * of the original, and its dimensions are only recorded.
 *
 * @see docs/service/endpoints.md#media
 * @see docs/decisions/0032-media-by-bytes.md
 */
export const resizeMedia: Handler<'resizeMedia'> = ({ body }, context) => {
  const { mediaUrl, platform, dimensions = ASSUMED_MEDIA.resizedTo } = body;
  const { store, random, profile, now } = context;
  requireReachable(mediaUrl, context);
  const file = findFile(mediaUrl, context);
  if (file === undefined) {
    throw createInputFailure('mediaUrl: the sandbox fetches no files; resize one that was uploaded to it');
  }
  if (file.kind !== 'image' || file.isDamaged) {
    throw new ServiceFailure(139, { message: `Only an image can be resized: ${mediaUrl}` });
  }
  const { width, height } = dimensions;
  const resized: MediaFile = {
    ...file,
    id: generateMediaId(random),
    profile: profile.id,
    width,
    height,
    created: now,
  };
  store.transaction(() => saveMediaFile(store, resized));
  return {
    status: 'success',
    url: buildFileUrl(resized, context.origin),
    platform,
  };
};

function findFile(url: string, { store }: HandlerContext): MediaFile | undefined {
  const id = parseSandboxFileId(url);
  return id === null ? undefined : findMediaFile(store, id);
}

/** Whether the service could fetch a file; the sandbox itself never fetches one. */
export function isReachable(url: string, { store }: HandlerContext): boolean {
  const { reachable = ASSUMED.media.reachable } = getFileFacts(store, url);
  return reachable && (parseSandboxFileId(url) !== null || isPublicHost(new URL(url).hostname));
}

/** @throws ServiceFailure 136 */
function requireReachable(url: string, context: HandlerContext): void {
  if (isReachable(url, context)) return;
  throw new ServiceFailure(136, { message: `The media cannot be reached from outside: ${url}` });
}

function findContentType(url: string, { store }: HandlerContext): string {
  const { type } = getFileFacts(store, url);
  return type ?? getContentType(new URL(url).pathname.split('/').at(-1) ?? '');
}

function toLibraryFile(file: MediaFile, { origin }: HandlerContext) {
  const { id, fileName, description, bytes, type, width, height, seconds, created } = file;
  return {
    id,
    url: buildFileUrl(file, origin),
    fileName,
    ...(description !== null && { description }),
    contentType: type ?? ANY_TYPE,
    size: bytes,
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(seconds !== null && { duration: seconds }),
    created: formatIsoSeconds(created),
  };
}
