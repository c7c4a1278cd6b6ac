import type { Client } from '../../../client/client.ts';
import { describeWrongEnding, findFileFault } from '../../../domain/posts/file-faults.ts';
import {
  buildPostPart,
  getMediaKind,
  type MediaKind,
  type PostFault,
} from '../../../domain/posts/post-part.ts';
import { formatBytes } from '../../../domain/text/format-bytes.ts';
import { MEDIA_PATHS } from '../../../service/media-limits.ts';
import type { Platform } from '../../../service/platforms.ts';
import type { PostBody } from '../../../service/post-body.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import type { IoPort } from '../../framework/command/io.ts';
import type { LocalMedia } from '../media/local-file.ts';

export interface PostMedia {
  /** The media in their order; a placeholder URL for a file, until it is uploaded. */
  readonly urls: readonly string[];
  readonly files: ReadonlyMap<string, LocalMedia>;
}

/**
 * Reads the files among the values of `--media`: before anything else, so that nothing is asked or sent for a post whose
 * files cannot be read.
 *
 * @throws CrierError of kind usage
 */
export async function readPostMedia(media: readonly string[], io: IoPort): Promise<PostMedia> {
  const files = new Map<string, LocalMedia>();
  const urls: string[] = [];
  for (const value of media) {
    if (!isLocalPath(value)) {
      urls.push(value);
      continue;
    }
    const { readLocalMedia } = await import('../media/local-file.ts');
    const file = await readLocalMedia(value, io);
    const url = buildStandIn(file);
    files.set(url, file);
    urls.push(url);
  }
  return { urls, files };
}

/** Whether a value of `--media` names a file of this machine, and not a URL. */
function isLocalPath(value: string): boolean {
  return !/^[a-z][a-z\d+.-]*:/i.test(value) || /^[a-z]:[/\\]/i.test(value);
}

/** A URL that the checks of posts accept: one of a file of a sandbox, by its hash. */
function buildStandIn({ sha256, fileName }: LocalMedia): string {
  const id = sha256.slice(0, STAND_IN_LETTERS);
  return `http://sandbox.localhost${MEDIA_PATHS.file}${id}/${encodeURIComponent(fileName)}`;
}

const STAND_IN_LETTERS = 20;

/** The kind of a file by its bytes, and of any other by its URL. */
export function findLocalKind({ files }: PostMedia, url: string, isVideo: boolean): MediaKind {
  const file = files.get(url);
  return file === undefined ? getMediaKind(url, { isVideo }) : (file.media.kind ?? 'unknown');
}

export function findLocalFaults(
  post: PostBody,
  platforms: readonly Platform[],
  { files }: PostMedia,
): readonly PostFault[] {
  const endings = [...files.values()].flatMap(({ label, media }): readonly PostFault[] => {
    const message = media.kind === null ? null : describeWrongEnding(label, media.type);
    return message === null
      ? []
      : [{ code: 139, platform: null, path: 'mediaUrls', message, effect: 'warning' }];
  });
  const refused = platforms.flatMap((platform) => {
    const { mediaUrls, mediaPath, options } = buildPostPart(post, platform);
    return mediaUrls.flatMap((url, index): readonly PostFault[] => {
      const file = files.get(url);
      if (file === undefined) return [];
      const { label, media } = file;
      const fault = findFileFault({
        platform,
        label,
        file: { ...media, seconds: media.seconds ?? undefined },
        kind: media.kind ?? 'unknown',
        longVideo: options['longVideo'] === true,
      });
      if (fault === null) return [];
      return [{ ...fault, platform, path: `${mediaPath}[${index}]`, effect: 'network' }];
    });
  });
  return [...refused, ...endings];
}

export async function uploadPostMedia<Body extends PostBody>(
  body: Body,
  { files }: PostMedia,
  client: Client,
  context: CommandContext,
): Promise<Body> {
  if (files.size === 0) return body;
  const { openUploads, uploadFile } = await import('../media/uploads.ts');
  const memory = await openUploads(context);
  const uploaded = new Map<string, string>();
  for (const [standIn, file] of files) {
    const { url, isKnown } = await uploadFile(file, { client, memory, io: context.io });
    uploaded.set(standIn, url);
    await context.io.note(
      isKnown ? `${file.label} was uploaded before, and is used again` : `uploaded ${file.label}`,
    );
  }
  return replaceUrls(body, (url) => uploaded.get(url) ?? url);
}

/** The post as it was given, with the paths of its files. */
export function restorePaths<Body extends PostBody>(body: Body, { files }: PostMedia): Body {
  return replaceUrls(body, (url) => files.get(url)?.label ?? url);
}

/** What `--dry-run` says about the files of a post. */
export async function describePlannedUploads(
  { files }: PostMedia,
  context: CommandContext,
): Promise<readonly string[]> {
  if (files.size === 0) return [];
  const { openUploads } = await import('../media/uploads.ts');
  const memory = await openUploads(context);
  return [...files.values()].map(({ label, media, sha256 }) =>
    memory.find(sha256) === null
      ? `${label} (${media.type}, ${formatBytes(media.bytes)}) would be uploaded first, and its URL would take its place`
      : `${label} was uploaded before, and its URL would take its place`,
  );
}

function replaceUrls<Body extends PostBody>(body: Body, replace: (url: string) => string): Body {
  const { mediaUrls } = body;
  if (!Array.isArray(mediaUrls)) return body;
  return { ...body, mediaUrls: mediaUrls.map(replace) };
}
