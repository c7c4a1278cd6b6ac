import { PLATFORMS } from '../../facts/platforms.ts';
import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import type { PublishedDuePost } from '../../sandbox/engine/publish-due-post.ts';

/** What became of a post that the clock published, in a line. */
export function formatPublished({ at, id, networks, errors }: PublishedDuePost): string {
  const taken = networks.map((platform) => PLATFORMS[platform].name).join(', ');
  const refused = errors.map(({ platform, code }) => `${PLATFORMS[platform].name} (${code})`).join(', ');
  const parts = [
    ...(taken === '' ? [] : [`published on ${taken}`]),
    ...(refused === '' ? [] : [`refused by ${refused}`]),
  ];
  return `${formatIsoSeconds(at)} ${id}: ${parts.length === 0 ? 'published nowhere' : parts.join('; ')}`;
}
