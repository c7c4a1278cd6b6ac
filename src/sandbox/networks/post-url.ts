import type { Platform } from '../../facts/platforms.ts';

/** Where a network shows a post: an address that nobody serves. */
export function buildPostUrl(platform: Platform, id: string): string {
  return `https://${platform}.example/p/${encodeURIComponent(id)}`;
}
