import type { Database } from '../../disk/open-database.ts';
import type { CommentPlatform } from '../../facts/platforms.ts';

/** A comment of the service on one network. */
export interface CommentCopy {
  readonly platform: CommentPlatform;
  /** Social Comment ID. */
  readonly commentId: string;
}

/** A comment that was made through the service. */
export interface ServiceComment {
  /** Service Comment ID. */
  readonly id: string;
  readonly profile: number;
  /** The post of the service that it stands under; null under one that was made elsewhere. */
  readonly postId: string | null;
  /** What its networks still have of it, by their names. */
  readonly copies: readonly CommentCopy[];
}

/** The same, with the Service Comment ID. */
export interface NamedCopy extends CommentCopy {
  readonly id: string;
}

export interface ServiceCommentStore {
  /** A comment of this profile; another profile's is as if it did not exist. */
  find(profile: number, id: string): ServiceComment | undefined;
  /** What the networks still have of all that was made under a post, by their names, the newest first. */
  listUnderPost(profile: number, postId: string): readonly CommentCopy[];
  /** All that was ever made under a post, or with null under those that were made elsewhere. */
  listMadeUnder(profile: number, postId: string | null): readonly NamedCopy[];
  /** The caller holds the transaction. */
  add(comment: ServiceComment): void;
}

const COPIES = `
  select k.platform, k.comment_id as commentId
  from service_comments s
  join service_comment_copies k on k.service_comment = s.id
  join comments c on c.platform = k.platform and c.id = k.comment_id`;

const MADE = `
  select s.id, k.platform, k.comment_id as commentId
  from service_comments s
  join service_comment_copies k on k.service_comment = s.id
  where s.profile = ?`;

type ServiceCommentRow = Omit<ServiceComment, 'copies'>;

export function createServiceCommentStore(database: Database): ServiceCommentStore {
  return {
    find(profile, id) {
      const row = database.first<ServiceCommentRow>(
        'select id, profile, post_id as postId from service_comments where id = ? and profile = ?',
        id,
        profile,
      );
      if (row === undefined) return undefined;
      const copies = database.all<CommentCopy>(`${COPIES} where s.id = ? order by k.platform`, id);
      return { ...row, copies };
    },
    listUnderPost: (profile, postId) =>
      database.all<CommentCopy>(
        `${COPIES} where s.post_id = ? and s.profile = ? order by k.platform, c.created desc, c.id desc`,
        postId,
        profile,
      ),
    listMadeUnder: (profile, postId) =>
      postId === null
        ? database.all<NamedCopy>(`${MADE} and s.post_id is null`, profile)
        : database.all<NamedCopy>(`${MADE} and s.post_id = ?`, profile, postId),
    add({ id, profile, postId, copies }) {
      database.run(
        'insert into service_comments (id, profile, post_id) values (?, ?, ?)',
        id,
        profile,
        postId,
      );
      for (const { platform, commentId } of copies) {
        database.run(
          'insert into service_comment_copies (service_comment, platform, comment_id) values (?, ?, ?)',
          id,
          platform,
          commentId,
        );
      }
    },
  };
}
