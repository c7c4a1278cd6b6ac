import type { Platform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';

/** A warning about a copy that was published. @see docs/service/errors.md#code-307, #code-518 */
export interface CopyWarning {
  readonly code: number;
  readonly message: string;
  readonly feature?: string;
}

/** Details of a copy that only its network has, and its pending work. @see docs/service/posts.md#response */
export interface CopyAbout {
  /** The text sent there (default: the text of the post). */
  readonly text?: string;
  /** The author's text, if the service added to it. */
  readonly written?: string;
  readonly warnings?: readonly CopyWarning[];
  /** Instagram: posts in its quota window, including this one. */
  readonly usedQuota?: number;
  /** TikTok only. */
  readonly idShare?: string;
  /** TikTok only. */
  readonly isVideo?: boolean;
  /** LinkedIn: URN of the author. */
  readonly owner?: string;
  /** Google Business Profile only. */
  readonly type?: string;
  readonly commentsDisabled?: boolean;
  /** Of a post made in the network's own app; a service post has them in its own record. */
  readonly mediaUrls?: readonly string[];
  /** Of the first post of a thread: the ids of all of its posts, in order. */
  readonly thread?: readonly string[];
  /** Of a later post of a thread: the one before. */
  readonly replyTo?: string;
  /** TikTok: will end as `failed`. */
  readonly fails?: boolean;
}

/** A copy of a service post on one network, or a post made there without the service. */
export interface SocialPost {
  readonly platform: Platform;
  /** Social Post ID; on TikTok also `pending` or `failed`. */
  readonly id: string;
  readonly profile: number;
  /** Service Post ID; null for a post made without the service. */
  readonly postId: string | null;
  readonly kind: 'post' | 'reel' | 'story';
  /** The first post of its conversation: itself, except for a reply on X. */
  readonly conversationId: string;
  readonly subreddit: string | null;
  /** Position in a thread; 1 for its first post, and for a post that is in none. */
  readonly threadNumber: number;
  readonly created: number;
  /** When the network reports the result; null when it is known. */
  readonly resolvesAt: number | null;
  readonly about: CopyAbout;
}

/** A copy without further details. */
export const PLAIN_COPY: Pick<SocialPost, 'resolvesAt' | 'about' | 'threadNumber'> = {
  resolvesAt: null,
  about: {},
  threadNumber: 1,
};

export interface StoredSocialPost extends SocialPost {
  readonly row: number;
  readonly text: string | null;
  readonly mediaUrls: readonly string[];
}

export interface AccountPostsRequest {
  profile: number;
  platform: Platform;
  /** Posts created later are not returned. */
  until: number;
  /** Cursor: the last post of the page before. */
  after: Pick<StoredSocialPost, 'created' | 'row'> | null;
  most: number;
}

const SOCIAL_POST = `select s.row, s.platform, s.id, s.profile, s.post_id as postId, s.kind,
    s.conversation_id as conversationId, s.subreddit, s.thread_number as threadNumber, s.created, s.resolves_at as resolvesAt,
    s.about_json as aboutJson, p.text as postText,
    coalesce(json_extract(s.about_json, '$.mediaUrls'), json_extract(p.about_json, '$.mediaUrls'), '[]') as mediaJson
  from social_posts s left join posts p on p.id = s.post_id`;

const ON_ACCOUNT = `${SOCIAL_POST}
  where s.profile = ? and s.platform = ? and s.id not in ('pending', 'failed') and s.created <= ?
    and (s.created, s.row) < (?, ?)
  order by s.created desc, s.row desc limit ?`;

const MADE_BETWEEN = `${SOCIAL_POST}
  where s.profile = ? and s.platform = ? and s.created between ? and ? and s.id <> 'failed'
    and s.thread_number = 1
  order by s.created, s.row`;

const COPIES = `${SOCIAL_POST}
  where s.post_id = ? and s.row in (select max(row) from social_posts where post_id = s.post_id and thread_number = 1
    group by platform)
  order by s.platform`;

const EVERY_COPY = `${SOCIAL_POST} where s.post_id = ? order by s.platform, s.row`;

/** Posts of the profile's account, made with or without the service, newest first. */
export function listAccountPosts(
  database: Database,
  { profile, platform, until, after, most }: AccountPostsRequest,
): readonly StoredSocialPost[] {
  return database
    .all<SocialPostRow>(
      ON_ACCOUNT,
      profile,
      platform,
      until,
      after?.created ?? Number.MAX_SAFE_INTEGER,
      after?.row ?? 0,
      most,
    )
    .map(readSocialPost);
}

/** Posts in a time range, including `pending` ones, oldest first; of a thread the first. */
export function listPostsMadeBetween(
  database: Database,
  { profile, platform, from, to }: { profile: number; platform: Platform; from: number; to: number },
): readonly StoredSocialPost[] {
  return database.all<SocialPostRow>(MADE_BETWEEN, profile, platform, from, to).map(readSocialPost);
}

/** How many posts the account has made by then: of all that are counted, later ones are few. */
export function countAccountPosts(
  database: Database,
  request: Omit<AccountPostsRequest, 'after' | 'most'>,
): number {
  return (
    database.value<number>(
      `select posts - (select count(*) from social_posts
           where profile = :profile and platform = :platform and id not in ('pending', 'failed') and created > :until)
         from account_posts where profile = :profile and platform = :platform`,
      request,
    ) ?? 0
  );
}

/** Copies of a post by network name; only the newest of each network, of a thread its first post. */
export function listCopies(database: Database, postId: string): readonly StoredSocialPost[] {
  return database.all<SocialPostRow>(COPIES, postId).map(readSocialPost);
}

/** All copies of a post, with all posts of its threads. */
export function listAllCopies(database: Database, postId: string): readonly StoredSocialPost[] {
  return database.all<SocialPostRow>(EVERY_COPY, postId).map(readSocialPost);
}

export function findSocialPost(
  database: Database,
  platform: Platform,
  id: string,
): StoredSocialPost | undefined {
  const row = database.first<SocialPostRow>(
    `${SOCIAL_POST} where s.platform = :platform and s.id = :id and s.id not in ('pending', 'failed')`,
    { platform, id },
  );
  return row && readSocialPost(row);
}

/** The first copy whose result is due by now. */
export function findFirstResolvingCopy(database: Database, now: number): StoredSocialPost | undefined {
  const row = database.first<SocialPostRow>(
    `${SOCIAL_POST} where s.resolves_at <= ? order by s.resolves_at, s.row limit 1`,
    now,
  );
  return row && readSocialPost(row);
}

/** The original text of a published post on one network. */
export interface CopyText {
  readonly row: number;
  readonly platform: Platform;
  readonly profile: number;
  /** When it was published, in milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

const COPY_TEXT = `select s.row, s.platform, s.profile, s.created as at, s.about_json as aboutJson, p.text as postText
  from social_posts s left join posts p on p.id = s.post_id
  where s.id <> 'failed' and s.thread_number = 1`;

/**
 * The texts of what a profile published on networks in a time range, both ends included, with what is not confirmed
 * yet; of a thread that of its first post.
 */
export function listCopyTexts(
  database: Database,
  platforms: readonly Platform[],
  { profile, from, to }: { profile: number; from: number; to: number },
): readonly CopyText[] {
  return database
    .all<CopyTextRow>(
      `${COPY_TEXT} and s.profile = ? and s.platform in (select value from json_each(?))
         and s.created between ? and ? order by s.row`,
      profile,
      JSON.stringify(platforms),
      from,
      to,
    )
    .map(readCopyText);
}

/** The same for one copy; undefined when it is not there any more, or was not published on one of these networks. */
export function findCopyText(
  database: Database,
  platforms: readonly Platform[],
  row: number,
): CopyText | undefined {
  const found = database.first<CopyTextRow>(`${COPY_TEXT} and s.row = ?`, row);
  return found !== undefined && platforms.includes(found.platform) ? readCopyText(found) : undefined;
}

type CopyTextRow = Omit<CopyText, 'text'> & { aboutJson: string; postText: string | null };

function readCopyText({ aboutJson, postText, ...copy }: CopyTextRow): CopyText {
  // written only by `insertSocialPost` and `changeSocialPost`, from the same type
  const { written, text } = JSON.parse(aboutJson) as CopyAbout;
  return { ...copy, text: written ?? text ?? postText ?? '' };
}

export function insertSocialPost(database: Database, { about, ...post }: SocialPost): void {
  database.run(
    `insert into social_posts
           (platform, id, profile, post_id, kind, conversation_id, subreddit, thread_number, created, resolves_at,
            about_json)
         values (:platform, :id, :profile, :postId, :kind, :conversationId, :subreddit, :threadNumber, :created, :resolvesAt, :about)`,
    { ...post, about: JSON.stringify(about) },
  );
}

export function changeSocialPost(
  database: Database,
  row: number,
  post: Pick<SocialPost, 'id' | 'resolvesAt' | 'about'>,
): void {
  database.run(
    `update social_posts set id = :id, resolves_at = :resolvesAt, about_json = :about,
           conversation_id = iif(conversation_id = id, :id, conversation_id)
         where row = :row`,
    { ...post, about: JSON.stringify(post.about), row },
  );
}

export function removeSocialPost(database: Database, row: number): void {
  database.run('delete from social_posts where row = ?', row);
}

type SocialPostRow = Omit<StoredSocialPost, 'about' | 'text' | 'mediaUrls'> & {
  aboutJson: string;
  mediaJson: string;
  postText: string | null;
};

function readSocialPost({ aboutJson, mediaJson, postText, ...post }: SocialPostRow): StoredSocialPost {
  // written only by `addSocial` and `changeSocial`, from the same type
  const about = JSON.parse(aboutJson) as CopyAbout;
  // a member of `CopyAbout` or of `PostAbout`
  const mediaUrls = JSON.parse(mediaJson) as readonly string[];
  return { ...post, about, text: about.text ?? postText, mediaUrls };
}

/** When comments or posts were last fetched from their network. */
export interface Refresh {
  readonly platform: Platform;
  /** Social Post ID, Social Comment ID, or a name for an account. */
  readonly id: string;
  readonly refreshed: number;
  /** Not fetched again before this time. */
  readonly next: number;
  readonly intervalMs: number;
}

export function findRefresh(database: Database, platform: Platform, id: string): Refresh | undefined {
  return database.first<Refresh>(
    `select platform, id, refreshed, next, interval_ms as intervalMs from refreshes
         where platform = :platform and id = :id`,
    { platform, id },
  );
}

/** It changes nothing that anyone sees: every read may do it. */
export function saveRefresh(database: Database, refresh: Refresh): void {
  database.countAside(() =>
    database.run(
      'replace into refreshes (platform, id, refreshed, next, interval_ms) values (:platform, :id, :refreshed, :next, :intervalMs)',
      refresh,
    ),
  );
}
