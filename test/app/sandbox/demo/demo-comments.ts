import { SEED_POSTS } from '../../../../src/sandbox/demo/demo-seed.ts';
import { SEED_NATIVE_POSTS } from '../../../../src/sandbox/demo/native-posts.ts';
import type { SeedComment, SeedCopy, SeedPost } from '../../../../src/sandbox/seed.ts';
import { CommentPlatform } from '../../../../src/service/platforms.ts';

/** A comment, and its place. */
interface CommentInThread extends SeedComment {
  readonly post: SeedPost;
  readonly leg: SeedCopy;
  readonly parent: SeedComment | null;
}

/** Posts of the service, and those made in the networks' own apps with their Social Post ID as id. */
export const ALL_POSTS: readonly SeedPost[] = [
  ...SEED_POSTS,
  ...SEED_NATIVE_POSTS.flatMap(({ platform: name, socialPostId, comments = [], ...native }) => {
    const platform = CommentPlatform.safeParse(name).data;
    if (platform === undefined) return [];
    return [{ ...native, id: socialPostId, copies: [{ platform, socialPostId, comments }] }];
  }),
];

/** Every comment of the month, replies too. */
export const DEMO_COMMENTS = ALL_POSTS.flatMap((post) =>
  post.copies.flatMap((leg) =>
    leg.comments.flatMap((comment) => withReplies(comment, { post, leg, parent: null })),
  ),
);

function withReplies(
  comment: SeedComment,
  place: Pick<CommentInThread, 'post' | 'leg' | 'parent'>,
): readonly CommentInThread[] {
  const below = (comment.replies ?? []).flatMap((reply) => withReplies(reply, { ...place, parent: comment }));
  return [{ ...comment, ...place }, ...below];
}

/** A post by its Service Post ID. */
export function post(id: string): SeedPost {
  const found = SEED_POSTS.find((each) => each.id === id);
  if (!found) throw new Error(`no demo post ${id}`);
  return found;
}

/** One network's copy of a post. */
export function leg(id: string, platform: CommentPlatform): SeedCopy {
  const found = post(id).copies.find((each) => each.platform === platform);
  if (!found) throw new Error(`demo post ${id} is not on ${platform}`);
  return found;
}

/** The comments under one copy of a post, replies too. */
export const listCommentsUnder = (id: string, platform: CommentPlatform) =>
  DEMO_COMMENTS.filter((said) => said.post.id === id && said.leg.platform === platform);

/** Values that stand there more than once. */
export const repeated = (values: readonly string[]) =>
  values.filter((value, at) => values.indexOf(value) !== at);
