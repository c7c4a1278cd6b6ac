import { findPostFaults } from '../../../src/domain/posts/find-post-faults.ts';
import { listPostNetworks, type PostFault } from '../../../src/domain/posts/post-part.ts';
import { Platform } from '../../../src/service/platforms.ts';
import { PostBody } from '../../../src/service/post-body.ts';

/** When the posts of these tests are looked at. */
export const NOW = Date.parse('2026-03-02T08:00:00Z');

/** The findings of a post, as its schema takes it; `all` is every network there is. */
export function faultsOf(body: unknown): readonly PostFault[] {
  const post = PostBody.parse(body);
  return findPostFaults(post, { platforms: listPostNetworks(post, Platform.options), now: NOW });
}

/** The same, each as a line: `network 139 instagram mediaUrls: is required …`. */
export function faultLines(body: unknown): readonly string[] {
  return faultsOf(body).map(
    ({ effect, code, platform, path, message }) => `${effect} ${code} ${platform ?? '-'} ${path}: ${message}`,
  );
}

/** The same without words: `network 139 instagram mediaUrls`. */
export function faultPlaces(body: unknown): readonly string[] {
  return faultsOf(body).map(
    ({ effect, code, platform, path }) => `${effect} ${code} ${platform ?? '-'} ${path}`,
  );
}
