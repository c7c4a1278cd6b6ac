import type { Database } from '../../disk/open-database.ts';
import type { Platform } from '../../facts/platforms.ts';

/**
 * What is to be known about a copy though it did not fail.
 *
 * @see docs/service/errors.md#code-307, #code-518
 */
export interface CopyWarning {
  readonly code: number;
  readonly message: string;
  readonly feature?: string;
}

/**
 * What one network alone tells of its copy, and what is still to be done about it.
 *
 * @see docs/service/posts.md#response
 */
export interface CopyAbout {
  /** What was sent there; left out, the text of the post. */
  readonly text?: string;
  /** What its author wrote, where the service added to it. */
  readonly written?: string;
  readonly warnings?: readonly CopyWarning[];
  /** instagram: posts of its window, this one included. */
  readonly usedQuota?: number;
  /** tiktok. */
  readonly idShare?: string;
  /** tiktok. */
  readonly isVideo?: boolean;
  /** linkedin: who posted it, as an urn. */
  readonly owner?: string;
  /** gmb. */
  readonly type?: string;
  readonly commentsDisabled?: boolean;
  /** Of a post made in the network's own app; one of the service has them in its own record. */
  readonly mediaUrls?: readonly string[];
  /** tiktok: it ends as `failed`. */
  readonly fails?: boolean;
}

/** One network's copy of a post, or a post that was made there without the service. */
export interface SocialPost {
  readonly platform: Platform;
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
  /** When the network tells what became of it; null when that is known. */
  readonly resolvesAt: number | null;
  readonly about: CopyAbout;
}

/** A copy of which nothing more is known. */
export const PLAIN_COPY: Pick<SocialPost, 'resolvesAt' | 'about'> = { resolvesAt: null, about: {} };

/** A post as its network has it, with its place in the list of all. */
export interface StoredSocialPost extends SocialPost {
  readonly row: number;
  readonly text: string | null;
  readonly mediaUrls: readonly string[];
}

/** Some of an account's posts. */
export interface AccountPostsRequest {
  readonly profile: number;
  readonly platform: Platform;
  /** What was made later is not there yet. */
  readonly until: number;
  /** The last post of the page before. */
  readonly after: Pick<StoredSocialPost, 'created' | 'row'> | null;
  readonly most: number;
}

/** What stands on a profile's account of one network, between two moments, both included. */
interface AccountTimeRange {
  readonly profile: number;
  readonly platform: Platform;
  readonly from: number;
  readonly to: number;
}

export interface SocialPostStore {
  /** What stands on the profile's account of one network, whoever made it, newest first. */
  listByAccount(page: AccountPostsRequest): readonly StoredSocialPost[];
  /** The same by its time, `pending` ones too, oldest first. */
  listMadeBetween(time: AccountTimeRange): readonly StoredSocialPost[];
  /** Its copies, by the name of their network; of several on one network the newest. */
  listCopies(postId: string): readonly StoredSocialPost[];
  /** All of them. */
  listAllCopies(postId: string): readonly StoredSocialPost[];
  findSocial(platform: Platform, id: string): StoredSocialPost | undefined;
  /** The first copy whose network tells by now what became of it. */
  findFirstResolving(now: number): StoredSocialPost | undefined;
  addSocial(post: SocialPost): void;
  /** Writes over the copy of this place. */
  changeSocial(row: number, change: Pick<SocialPost, 'id' | 'resolvesAt' | 'about'>): void;
  removeSocial(row: number): void;
}

const SOCIAL_POST = `select s.row, s.platform, s.id, s.profile, s.post_id as postId, s.kind,
    s.conversation_id as conversationId, s.subreddit, s.created, s.resolves_at as resolvesAt,
    s.about_json as aboutJson, p.text as postText,
    coalesce(json_extract(s.about_json, '$.mediaUrls'), json_extract(p.about_json, '$.mediaUrls'), '[]') as mediaJson
  from social_posts s left join posts p on p.id = s.post_id`;

const ON_ACCOUNT = `${SOCIAL_POST}
  where s.profile = ? and s.platform = ? and s.id not in ('pending', 'failed') and s.created <= ?
    and (s.created, s.row) < (?, ?)
  order by s.created desc, s.row desc limit ?`;

const MADE_BETWEEN = `${SOCIAL_POST}
  where s.profile = ? and s.platform = ? and s.created between ? and ? and s.id <> 'failed'
  order by s.created, s.row`;

const COPIES = `${SOCIAL_POST}
  where s.post_id = ? and s.row in (select max(row) from social_posts where post_id = s.post_id group by platform)
  order by s.platform`;

const EVERY_COPY = `${SOCIAL_POST} where s.post_id = ? order by s.platform, s.row`;

export function createSocialPostStore(database: Database): SocialPostStore {
  return {
    listByAccount: ({ profile, platform, until, after, most }) =>
      database
        .all<SocialPostRow>(
          ON_ACCOUNT,
          profile,
          platform,
          until,
          after?.created ?? Number.MAX_SAFE_INTEGER,
          after?.row ?? 0,
          most,
        )
        .map(readSocialPost),
    listMadeBetween: ({ profile, platform, from, to }) =>
      database.all<SocialPostRow>(MADE_BETWEEN, profile, platform, from, to).map(readSocialPost),
    listCopies: (postId) => database.all<SocialPostRow>(COPIES, postId).map(readSocialPost),
    listAllCopies: (postId) => database.all<SocialPostRow>(EVERY_COPY, postId).map(readSocialPost),
    findSocial(platform, id) {
      const row = database.first<SocialPostRow>(
        `${SOCIAL_POST} where s.platform = ? and s.id = ? and s.id not in ('pending', 'failed')`,
        platform,
        id,
      );
      return row && readSocialPost(row);
    },
    findFirstResolving(now) {
      const row = database.first<SocialPostRow>(
        `${SOCIAL_POST} where s.resolves_at <= ? order by s.resolves_at, s.row limit 1`,
        now,
      );
      return row && readSocialPost(row);
    },
    addSocial: ({ about, ...post }) =>
      database.run(
        `insert into social_posts
           (platform, id, profile, post_id, kind, conversation_id, subreddit, created, resolves_at, about_json)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        post.platform,
        post.id,
        post.profile,
        post.postId,
        post.kind,
        post.conversationId,
        post.subreddit,
        post.created,
        post.resolvesAt,
        JSON.stringify(about),
      ),
    changeSocial: (row, { id, resolvesAt, about }) =>
      database.run(
        `update social_posts set id = ?1, resolves_at = ?2, about_json = ?3,
           conversation_id = iif(conversation_id = id, ?1, conversation_id)
         where row = ?4`,
        id,
        resolvesAt,
        JSON.stringify(about),
        row,
      ),
    removeSocial: (row) => database.run('delete from social_posts where row = ?', row),
  };
}

type SocialPostRow = Omit<StoredSocialPost, 'about' | 'text' | 'mediaUrls'> & {
  readonly aboutJson: string;
  readonly mediaJson: string;
  readonly postText: string | null;
};

function readSocialPost({ aboutJson, mediaJson, postText, ...post }: SocialPostRow): StoredSocialPost {
  // Written by `addSocial` and `changeSocial` only, from the same type.
  const about = JSON.parse(aboutJson) as CopyAbout;
  // A member of `CopyAbout`, or of `PostAbout`.
  const mediaUrls = JSON.parse(mediaJson) as readonly string[];
  return { ...post, about, text: about.text ?? postText, mediaUrls };
}
