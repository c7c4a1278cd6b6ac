import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { formatBytes } from '../../../domain/text/format-bytes.ts';
import { CrierError } from '../../../errors.ts';
import { checkMediaUrl, getUploadUrl } from '../../../service/endpoints/media-library.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { hashServiceKey } from '../../framework/settings/hash-service-key.ts';
import { openStateFile } from '../../framework/settings/state-file.ts';
import { type LocalMedia, readChunks } from './local-file.ts';

/** URLs of uploaded files by their hash, for each service and profile; the oldest first. */
const Uploads = z.record(z.string(), z.array(z.tuple([z.string(), z.string()])));

/** Uploaded files that this machine remembers, of each service and profile. */
const MOST_UPLOADS = 1_000;

export type UploadMemory = Awaited<ReturnType<typeof openUploads>>;

export async function openUploads({ service, io }: CommandContext) {
  const { choice } = await service.choose();
  const place = hashServiceKey(choice);
  const file = openStateFile(io.machine, { name: 'uploads', schema: Uploads, empty: {}, isDisposable: true });
  const known = new Map(file.read()[place]);
  return {
    /** URL of a file with this hash, which the service may have deleted; null if there was none. */
    find: (sha256: string): string | null => known.get(sha256) ?? null,
    async remember(sha256: string, url: string): Promise<void> {
      known.set(sha256, url);
      await file.change((all) => {
        const others = (all[place] ?? []).filter(([each]) => each !== sha256);
        return { ...all, [place]: [...others, [sha256, url] as [string, string]].slice(-MOST_UPLOADS) };
      });
    },
  };
}

export interface UploadContext {
  client: Client;
  memory: UploadMemory;
  io: IoPort;
}

/**
 * Uploads a file, unless the same bytes were uploaded before for the same profile, and are still there. An interrupted
 * upload leaves nothing behind: it begins again the next time.
 *
 * @returns `isKnown` if an earlier upload of the same bytes is used
 * @throws CrierError
 */
export async function uploadFile(
  file: LocalMedia,
  context: UploadContext,
): Promise<{ url: string; isKnown: boolean }> {
  const { client, memory } = context;
  const known = await findUpload(file, context);
  if (known !== null) return { url: known, isKnown: true };
  const contentType = file.media.type ?? 'application/octet-stream';
  const { body } = await client.call(getUploadUrl, { query: { fileName: file.fileName, contentType } });
  await sendBytes(file, { url: body.uploadUrl, contentType: body.contentType ?? contentType }, context);
  await memory.remember(file.sha256, body.accessUrl);
  return { url: body.accessUrl, isKnown: false };
}

/** The URL of an earlier upload, if the service still has it. */
async function findUpload({ sha256 }: LocalMedia, { client, memory }: UploadContext): Promise<string | null> {
  const url = memory.find(sha256);
  if (url === null) return null;
  try {
    await client.call(checkMediaUrl, { body: { mediaUrl: url } });
    return url;
  } catch (error) {
    if (error instanceof CrierError && (error.kind === 'rejected' || error.kind === 'not-found')) return null;
    throw error;
  }
}

async function sendBytes(
  file: LocalMedia,
  { url, contentType }: { url: string; contentType: string },
  { client, io }: UploadContext,
): Promise<void> {
  const { label, media } = file;
  let sent = 0;
  io.progress(() => formatProgress(label, { sent, size: media.bytes, hasBar: !io.printing.isAccessible }));
  try {
    await client.upload({
      url,
      contentType,
      size: media.bytes,
      chunks: () =>
        readChunks(file, (bytes) => {
          sent = bytes;
        }),
    });
  } finally {
    io.progress(null);
  }
}

const BAR_CELLS = 10;

/**
 * `uploading 41 % of 12.4 MB ████░░░░░░ clip.mp4`; without the bar for screen readers. The name comes last, because a line
 * that is too long for the terminal is cut at its end.
 */
export function formatProgress(
  label: string,
  { sent, size, hasBar }: { sent: number; size: number; hasBar: boolean },
): string {
  const share = size === 0 ? 1 : Math.min(1, sent / size);
  const full = Math.floor(share * BAR_CELLS);
  const bar = hasBar ? ` ${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)}` : ':';
  return `uploading ${Math.floor(share * 100)} % of ${formatBytes(size)}${bar} ${label}`;
}
