import type { Database } from '../../disk/open-database.ts';
import type { CommentPlatform } from '../../facts/platforms.ts';

/** A post of the service. */
interface Post {
  /** Service Post ID. */
  readonly id: string;
  readonly profile: number;
  readonly text: string;
  readonly created: number;
}

/** One network's copy of a post, or a post that was made there without the service. */
export interface SocialPost {
  readonly platform: CommentPlatform;
  /** Social Post ID; tiktok may say `pending` or `failed`. */
  readonly id: string;
  readonly profile: number;
  /** Service Post ID, when the service made it. */
  readonly postId: string | null;
  readonly kind: 'post' | 'reel' | 'story';
  /** The post that began the conversation it belongs to: itself, unless it is a reply on twitter. */
  readonly conversationId: string;
  readonly subreddit: string | null;
  readonly created: number;
}

export interface Posts {
  /** A post of this profile; another profile's is as if it did not exist. */
  of(profile: number, id: string): Post | undefined;
  /** Its copies, by the name of their network. */
  copies(postId: string): readonly SocialPost[];
  social(platform: CommentPlatform, id: string): SocialPost | undefined;
  add(post: Post): void;
  addSocial(post: SocialPost): void;
}

const SOCIAL_POST = `select platform, id, profile, post_id as postId, kind, conversation_id as conversationId,
  subreddit, created from social_posts`;

export function postsOf(database: Database): Posts {
  return {
    of: (profile, id) =>
      database.first<Post>(
        'select id, profile, text, created from posts where id = ? and profile = ?',
        id,
        profile,
      ),
    copies: (postId) =>
      database.all<SocialPost>(`${SOCIAL_POST} where post_id = ? order by platform`, postId),
    social: (platform, id) =>
      database.first<SocialPost>(
        `${SOCIAL_POST} where platform = ? and id = ? and id not in ('pending', 'failed')`,
        platform,
        id,
      ),
    add: ({ id, profile, text, created }) =>
      database.run(
        'insert into posts (id, profile, text, created) values (?, ?, ?, ?)',
        id,
        profile,
        text,
        created,
      ),
    addSocial: ({ platform, id, profile, postId, kind, conversationId, subreddit, created }) =>
      database.run(
        `insert into social_posts (platform, id, profile, post_id, kind, conversation_id, subreddit, created)
         values (?, ?, ?, ?, ?, ?, ?, ?)`,
        platform,
        id,
        profile,
        postId,
        kind,
        conversationId,
        subreddit,
        created,
      ),
  };
}
