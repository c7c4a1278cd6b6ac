import { PLATFORMS } from '../../facts/platforms.ts';
import { type ComparedPost, duplicateWindow } from '../../rules/duplicate-of.ts';
import { postFor } from '../../rules/post-for.ts';
import { bodyOf, type Leg } from './leg.ts';

type Around = Pick<Leg, 'store' | 'platform' | 'profile' | 'postId' | 'at'>;

/** What stands, or will stand, on a network at about the same time: of the profile itself, and on X of all profiles. */
export function otherPosts(around: Around): readonly ComparedPost[] {
  const { store, platform, profile } = around;
  if (!PLATFORMS[platform].checksDuplicates) return [];
  const profiles = platform === 'twitter' ? store.profiles.all().map(({ id }) => id) : [profile];
  return profiles.flatMap((each) => postsOf({ ...around, profile: each }));
}

function postsOf({ store, platform, profile, postId, at }: Around): readonly ComparedPost[] {
  const { from, to } = duplicateWindow(at);
  const there = store.posts.madeBetween({ profile, platform, from, to });
  const coming = store.posts
    .dueBetween(profile, from, to)
    .filter((post) => post.id !== postId && post.about.platforms.includes(platform));
  return [
    ...there.map(({ text, created }) => ({ platform, profile, at: created, text: text ?? '' })),
    ...coming.map((post) => {
      const { text } = postFor(bodyOf(post), platform);
      return { platform, profile, at: post.dueAt ?? at, text };
    }),
  ];
}
