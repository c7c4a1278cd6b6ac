import { ASSUMED } from '../../service/assumed.ts';
import { MEDIA_PATHS } from '../../service/media-limits.ts';
import type { Database } from '../../storage/open-database.ts';
import type { SandboxClock } from '../clock.ts';
import { createTooLargeFailure, type MediaFiles } from '../media-files.ts';
import type { SandboxKeys } from '../store/access.ts';
import { findMediaFile } from '../store/media-files.ts';
import { listAllProfiles } from '../store/profiles.ts';
import { isUploadRequest, type SandboxAnswer, type SandboxRequest } from './sandbox-request.ts';
import { createInputFailure, ServiceFailure } from './service-failure.ts';
import { readUploadUrl } from './upload-url.ts';

interface MediaParts {
  files: MediaFiles;
  store: Database;
  clock: SandboxClock;
  keys: SandboxKeys;
}

/**
 * Finds the file that a `GET` or `HEAD` asks for; its unguessable address is all that this needs.
 *
 * @returns null when there is none
 */
export function openMediaAnswer(
  { method, url }: SandboxRequest,
  { files, store }: MediaParts,
): SandboxAnswer | null {
  if ((method !== 'GET' && method !== 'HEAD') || !url.pathname.startsWith(MEDIA_PATHS.file)) return null;
  const [id = ''] = url.pathname.slice(MEDIA_PATHS.file.length).split('/');
  const file = findMediaFile(store, id);
  const opened = file === undefined ? null : files.open(file);
  if (file === undefined || opened === null) return null;
  return {
    status: 200,
    headers: { 'content-type': file.type ?? 'application/octet-stream' },
    body: new Uint8Array(),
    stream: method === 'GET' ? opened : { size: opened.size, chunks: readNothing },
  };
}

async function* readNothing(): AsyncGenerator<Uint8Array> {}

/**
 * Stores the file of an upload.
 *
 * @throws ServiceFailure 1404 for an address that was not given out, 101 for one that has expired, 164 for a file that
 * is empty, too large or incomplete
 */
export async function receiveUpload(
  request: SandboxRequest,
  { files, store, clock, keys }: MediaParts,
): Promise<object> {
  const upload = isUploadRequest(request) ? readUploadUrl(request.url, keys.adminToken) : null;
  if (upload === null || listAllProfiles(store).every(({ id }) => id !== upload.profile)) {
    throw new ServiceFailure(1404, { message: 'There is no such file, and no such address for an upload.' });
  }
  if (upload.expires < clock.now()) {
    throw createInputFailure('the address for this upload has expired; ask for another one');
  }
  if (Number(request.headers['content-length'] ?? 0) > ASSUMED.mediaFileBytes) throw createTooLargeFailure();
  const { id, profile, fileName } = upload;
  await files.keep(requireBytes(readChunks(request)), {
    id,
    profile,
    fileName,
    description: null,
    created: clock.now(),
  });
  return { status: 'success' };
}

async function* readChunks({ stream, body }: SandboxRequest): AsyncGenerator<Uint8Array> {
  if (stream !== undefined) yield* stream;
  else if (body !== null) yield typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

async function* requireBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isEmpty = true;
  for await (const chunk of chunks) {
    if (chunk.length > 0) isEmpty = false;
    yield chunk;
  }
  if (isEmpty) throw new ServiceFailure(164, { message: 'The file is empty.', details: 'file: is empty' });
}
