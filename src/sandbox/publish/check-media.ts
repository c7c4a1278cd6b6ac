import { findFileFault, getFileKind, type PostedFile } from '../../domain/posts/file-faults.ts';
import { listThreadMedia } from '../../domain/posts/thread-posts.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { PLATFORMS } from '../../service/platforms.ts';
import { getFileFacts } from '../store/media.ts';
import { countSentToYouTube, type FileFacts } from '../store/media-files.ts';
import type { PublishTarget, TargetRefusal } from './publish-target.ts';

/** A file of a post, with what is known about it. */
interface MediaOfPost {
  url: string;
  facts: FileFacts;
}

/**
 * Checks the media of a network's part: uploaded files by their bytes, others by the facts set about them. Without
 * facts they are assumed to be valid.
 *
 * @see docs/service/errors.md#code-136, #code-139, #code-182, #code-449, #code-450
 * @see docs/service/posts.md#POST-04, #POST-13
 */
export function checkMedia(leg: PublishTarget): TargetRefusal | null {
  const files = listFiles(leg);
  return checkReachable(files) ?? checkFiles(leg, files) ?? checkTrialReel(leg, files);
}

/** Includes files that the network's own options name. */
function listFiles({ store, part: { mediaUrls, options } }: PublishTarget): readonly MediaOfPost[] {
  return listThreadMedia({ mediaUrls, options })
    .flat()
    .map((url) => ({ url, facts: getFileFacts(store, url) }));
}

function checkReachable(files: readonly MediaOfPost[]): TargetRefusal | null {
  const file = files.find(({ facts }) => facts.reachable === false);
  if (file === undefined) return null;
  return { code: 136, message: `The media cannot be reached from outside: ${file.url}` };
}

/** The first file that the network does not take. */
function checkFiles(leg: PublishTarget, files: readonly MediaOfPost[]): TargetRefusal | null {
  const faults = files.map((file) => findFileFault(toPostedFile(leg, file)));
  return faults.find((fault) => fault !== null) ?? null;
}

function toPostedFile({ platform, body, part }: PublishTarget, { url, facts }: MediaOfPost): PostedFile {
  return {
    platform,
    label: url,
    file: facts,
    kind: getFileKind(url, facts, body.isVideo === true),
    longVideo: part.options['longVideo'] === true,
  };
}

/** @see docs/service/posts.md#POST-04 */
function checkTrialReel(
  { platform, part: { options } }: PublishTarget,
  files: readonly MediaOfPost[],
): TargetRefusal | null {
  if (!PLATFORMS[platform].post.trialReels || options['trialParams'] === undefined) return null;
  const unfit = files.find(
    ({ facts: { type } }) => type !== undefined && !TRIAL_REEL_TYPES.includes(type ?? ''),
  );
  if (unfit === undefined) return null;
  return {
    code: 449,
    message: `A trial reel is one .mp4 or .mov video, not ${unfit.facts.type}: ${unfit.url}`,
  };
}

const TRIAL_REEL_TYPES: readonly string[] = ['video/mp4', 'video/quicktime'];

/** Whether a network's part has a video. */
export function hasVideo(leg: PublishTarget): boolean {
  return listFiles(leg).some((file) => toPostedFile(leg, file).kind === 'video');
}

/**
 * Sends a large video to YouTube, a part per attempt: an attempt that does not reach the end times out, and the next
 * one continues. The caller holds the transaction.
 *
 * @see docs/service/errors.md#code-453
 */
export function sendToYouTube(leg: PublishTarget): TargetRefusal | null {
  const { name, media } = PLATFORMS[leg.platform];
  const most = media.video.bytesPerUpload;
  if (most === undefined) return null;
  for (const { url, facts } of listFiles(leg)) {
    const { bytes = ASSUMED.media.bytes } = facts;
    if (bytes <= most) continue;
    const sent = countSentToYouTube(leg.store, url, most);
    if (sent + most >= bytes) continue;
    return {
      code: 453,
      message: `The upload to ${name} timed out after ${sent + most} of ${bytes} bytes.`,
      retryAvailable: true,
    };
  }
  return null;
}
