import type { PostFault } from '../../domain/posts/post-part.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { LIMITS } from '../../service/limits.ts';
import type { CopyWarning } from '../store/social-posts.ts';
import type { PublishTarget } from './publish-target.ts';

/** Warnings about a network's part, which is published anyway; one per feature. */
export function listTargetWarnings(leg: PublishTarget): readonly CopyWarning[] {
  const offline = leg.faults.filter(({ effect }) => effect === 'warning').map(toCopyWarning);
  const thumbnail = checkThumbnail(leg);
  if (thumbnail === null || offline.some(({ code }) => code === thumbnail.code)) return offline;
  return [...offline, thumbnail];
}

/** A fault that does not prevent publishing, as responses show it. */
export function toCopyWarning(fault: PostFault): CopyWarning {
  const { code, feature } = fault;
  return { ...(feature !== undefined && { feature }), code, message: formatPostFault(fault) };
}

const NOT_APPLIED = 307;
const TYPES: readonly string[] = ['image/png', 'image/jpeg'];

/**
 * Warns when YouTube does not apply a thumbnail; the post is published anyway.
 *
 * @see docs/service/errors.md#code-307
 * @see docs/service/posts.md#POST-11
 */
function checkThumbnail({ platform, account, part, store }: PublishTarget): CopyWarning | null {
  const url = part.options['thumbNail'];
  if (platform !== 'youtube' || typeof url !== 'string') return null;
  const {
    reachable = ASSUMED.media.reachable,
    bytes = ASSUMED.media.bytes,
    type,
  } = store.media.getFacts(url);
  const reason = !reachable
    ? 'it cannot be reached'
    : bytes > LIMITS.thumbnailBytes
      ? `it has ${bytes} bytes; at most ${LIMITS.thumbnailBytes} are allowed`
      : type !== undefined && !TYPES.includes(type)
        ? `it is ${type}, and not PNG or JPEG`
        : account?.abilities.channel === 'unverified'
          ? 'the channel is not verified'
          : null;
  if (reason === null) return null;
  return { feature: 'thumbnail', code: NOT_APPLIED, message: `The thumbnail was not applied: ${reason}.` };
}

/** Formats a fault as its path and its message. */
export function formatPostFault({ path, message }: PostFault): string {
  return path === '' ? message : `${path}: ${message}`;
}
