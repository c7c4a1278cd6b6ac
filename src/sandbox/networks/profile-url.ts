import type { Platform } from '../../facts/platforms.ts';

/** Where a network shows an account: an address that nobody serves. */
export function buildProfileUrl(platform: Platform, username: string): string {
  return `https://${platform}.example/${encodeURIComponent(username)}`;
}
