import { formatIsoSeconds } from '../../../domain/time/format-iso-seconds.ts';
import type { PublishedDuePost } from '../../../sandbox/engine/publish-due-post.ts';
import { PLATFORMS } from '../../../service/platforms.ts';

/** Formats the result of a scheduled post. */
export function formatPublished({ at, id, networks, errors }: PublishedDuePost): string {
  const taken = networks.map((platform) => PLATFORMS[platform].name).join(', ');
  const refused = errors.map(({ platform, code }) => `${PLATFORMS[platform].name} (${code})`).join(', ');
  const parts = [
    ...(taken === '' ? [] : [`published on ${taken}`]),
    ...(refused === '' ? [] : [`refused by ${refused}`]),
  ];
  return `${formatIsoSeconds(at)} ${id}: ${parts.length === 0 ? 'not published' : parts.join('; ')}`;
}
