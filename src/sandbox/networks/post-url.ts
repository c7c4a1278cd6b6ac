import type { Platform } from '../../service/platforms.ts';

/** URL of a post on its network; not served. */
export function buildPostUrl(platform: Platform, id: string): string {
  return `https://${platform}.example/p/${encodeURIComponent(id)}`;
}
