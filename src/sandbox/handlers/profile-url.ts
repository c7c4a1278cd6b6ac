import type { Platform } from '../../service/platforms.ts';

/** URL of an account on its network; not served. */
export function buildProfileUrl(platform: Platform, username: string): string {
  return `https://${platform}.example/${encodeURIComponent(username)}`;
}
