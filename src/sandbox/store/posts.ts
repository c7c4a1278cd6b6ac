import type { Database } from '../../disk/open-database.ts';
import type { CommentPlatform, Platform } from '../../facts/platforms.ts';
import type { PostStatus, PostType } from '../../facts/posts.ts';

/** What is known of a post beside its text and its copies. */
export interface PostAbout {
  readonly type: PostType;
  /** Null: its copies tell how it went. */
  readonly status: PostStatus | null;
  /** The networks it is meant for, when it is not there yet. */
  readonly platforms: readonly Platform[];
  /** When it is to be published, or was, in milliseconds since 1970. */
  readonly scheduleDate: number | null;
  readonly notes: string | null;
  readonly mediaUrls: readonly string[];
}

/** A post that was published at once, and of which nothing more is known. */
export const PLAIN_POST: PostAbout = {
  type: 'immediate',
  status: null,
  platforms: [],
  scheduleDate: null,
  notes: null,
  mediaUrls: [],
};

/** A post of the service. */
export interface Post {
  /** Service Post ID. */
  readonly id: string;
  readonly profile: number;
  readonly text: string;
  readonly created: number;
  readonly about: PostAbout;
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

/** A post as its network has it, with its place in the list of all. */
export interface PlacedPost extends SocialPost {
  readonly row: number;
  readonly text: string | null;
}

/** Some of an account's posts. */
interface AccountPage {
  readonly profile: number;
  readonly platform: Platform;
  /** What was made later is not there yet. */
  readonly until: number;
  /** The last post of the page before. */
  readonly after: Pick<PlacedPost, 'created' | 'row'> | null;
  readonly most: number;
}

export interface Posts {
  /** A post of this profile; another profile's is as if it did not exist. */
  of(profile: number, id: string): Post | undefined;
  /** The profile's posts that were made inside these times, newest first. */
  between(profile: number, from: number, to: number): readonly Post[];
  /** What stands on the profile's account of one network, whoever made it, newest first. */
  onAccount(page: AccountPage): readonly PlacedPost[];
  /** Its copies, by the name of their network. */
  copies(postId: string): readonly SocialPost[];
  social(platform: CommentPlatform, id: string): SocialPost | undefined;
  add(post: Post): void;
  addSocial(post: SocialPost): void;
}

const SOCIAL_POST = `select platform, id, profile, post_id as postId, kind, conversation_id as conversationId,
  subreddit, created from social_posts`;

const POST = 'select id, profile, text, created, about_json as aboutJson from posts';

type PostRow = Omit<Post, 'about'> & { readonly aboutJson: string };

function read({ aboutJson, ...post }: PostRow): Post {
  // Written by `add` alone, from the same type; posts of an older crier lack it.
  return { ...post, about: { ...PLAIN_POST, ...(JSON.parse(aboutJson) as Partial<PostAbout>) } };
}

const ON_ACCOUNT = `select s.row, s.platform, s.id, s.profile, s.post_id as postId, s.kind,
    s.conversation_id as conversationId, s.subreddit, s.created, p.text
  from social_posts s left join posts p on p.id = s.post_id
  where s.profile = ? and s.platform = ? and s.id not in ('pending', 'failed') and s.created <= ?
    and (s.created, s.row) < (?, ?)
  order by s.created desc, s.row desc limit ?`;

export function postsOf(database: Database): Posts {
  return {
    of(profile, id) {
      const row = database.first<PostRow>(`${POST} where id = ? and profile = ?`, id, profile);
      return row && read(row);
    },
    between: (profile, from, to) =>
      database
        .all<PostRow>(
          `${POST} where profile = ? and created between ? and ? order by created desc, id`,
          profile,
          from,
          to,
        )
        .map(read),
    onAccount: ({ profile, platform, until, after, most }) =>
      database.all<PlacedPost>(
        ON_ACCOUNT,
        profile,
        platform,
        until,
        after?.created ?? Number.MAX_SAFE_INTEGER,
        after?.row ?? 0,
        most,
      ),
    copies: (postId) =>
      database.all<SocialPost>(`${SOCIAL_POST} where post_id = ? order by platform`, postId),
    social: (platform, id) =>
      database.first<SocialPost>(
        `${SOCIAL_POST} where platform = ? and id = ? and id not in ('pending', 'failed')`,
        platform,
        id,
      ),
    add: ({ id, profile, text, created, about }) =>
      database.run(
        'insert into posts (id, profile, text, created, about_json) values (?, ?, ?, ?, ?)',
        id,
        profile,
        text,
        created,
        JSON.stringify(about),
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
