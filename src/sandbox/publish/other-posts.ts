import { getNetworkPost } from '../../domain/posts/get-network-post.ts';
import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import type { Post } from '../store/posts.ts';
import type { Store } from '../store/store.ts';
import { type ComparedPost, computeDuplicateWindow } from './find-duplicate.ts';
import { getPostBody } from './get-post-body.ts';

/**
 * Creates a reader of the posts published or scheduled at about the same time, with their original texts: posts of
 * the same profile, on X of all profiles. Scheduled posts are read once for all networks.
 *
 * @param at when the post is published, in milliseconds since 1970
 */
export function createOtherPostsReader(
  store: Store,
  { id, profile: own }: Post,
  at: number,
): (platform: Platform) => readonly ComparedPost[] {
  const { from, to } = computeDuplicateWindow(at);
  const due = new Map<number, readonly Post[]>();
  const dueOf = (profile: number) => {
    const found =
      due.get(profile) ?? store.posts.listDueBetween(profile, from, to).filter((post) => post.id !== id);
    due.set(profile, found);
    return found;
  };
  const ofProfile = (profile: number, platform: Platform): readonly ComparedPost[] => [
    ...store.posts.listMadeBetween({ profile, platform, from, to }).map(({ text, created, about }) => ({
      platform,
      profile,
      at: created,
      text: about.written ?? text ?? '',
    })),
    ...dueOf(profile)
      .filter(({ about }) => about.platforms.includes(platform))
      .map((post) => ({
        platform,
        profile,
        at: post.dueAt ?? at,
        text: getNetworkPost(getPostBody(post), platform).text,
      })),
  ];
  return (platform) => {
    if (!PLATFORMS[platform].checksDuplicates) return [];
    const profiles = platform === 'twitter' ? store.profiles.all().map((each) => each.id) : [own];
    return profiles.flatMap((profile) => ofProfile(profile, platform));
  };
}
