import { getField, isRecord, type LooseRecord } from '../../domain/json/loose-record.ts';
import { createInputFailure } from './service-failure.ts';

/** Members of a new post with media of their own. */
const PARTS_WITH_MEDIA = ['firstComment', 'threadsOptions', 'twitterOptions', 'xOptions'] as const;

/**
 * Merges `mediaUrl`, a single address, into `mediaUrls`, in a body and its parts. It is redundant beside a
 * `mediaUrls` that contains the same address; an empty `mediaUrls` counts as missing.
 *
 * @throws ServiceFailure 101 when it is not among the addresses of `mediaUrls`
 * @see docs/service/posts.md
 */
export function normalizeMediaUrls(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const parts = PARTS_WITH_MEDIA.flatMap((name) => {
    const part = body[name];
    return isRecord(part) ? [[name, mergeMediaUrl(part, `${name}.`)] as const] : [];
  });
  return { ...mergeMediaUrl(body, ''), ...Object.fromEntries(parts) };
}

/** @param prefix name of the part with a dot, for the error message */
function mergeMediaUrl(record: LooseRecord, prefix: string): LooseRecord {
  const { mediaUrl, ...others } = record;
  if (mediaUrl === undefined || mediaUrl === null) return others;
  const urls: readonly unknown[] = Array.isArray(mediaUrl) ? mediaUrl : [mediaUrl];
  const given = listMediaUrls(getField(others, 'mediaUrls'));
  if (given.length === 0) return { ...others, mediaUrls: urls };
  if (urls.every((url) => given.includes(url))) return others;
  throw createInputFailure(`${prefix}mediaUrl: is not one of mediaUrls; use only one of them`);
}

/** One list, or lists by network. */
function listMediaUrls(mediaUrls: unknown): readonly unknown[] {
  if (Array.isArray(mediaUrls)) return mediaUrls;
  return isRecord(mediaUrls) ? Object.values(mediaUrls).flat() : [];
}
