import type { CommentPlatform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';

export interface CommentCopy {
  readonly platform: CommentPlatform;
  /** Social Comment ID. */
  readonly commentId: string;
}

export interface ServiceComment {
  /** Service Comment ID. */
  readonly id: string;
  readonly profile: number;
  /** The service post it belongs to; null under a post created elsewhere. */
  readonly postId: string | null;
  /** The copies that still exist, by network name. */
  readonly copies: readonly CommentCopy[];
}

export interface NamedCopy extends CommentCopy {
  readonly id: string;
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

/** Finds a comment of this profile; those of another profile are not found. */
export function findServiceComment(
  database: Database,
  profile: number,
  id: string,
): ServiceComment | undefined {
  const row = database.first<ServiceCommentRow>(
    'select id, profile, post_id as postId from service_comments where id = :id and profile = :profile',
    { id, profile },
  );
  if (row === undefined) return undefined;
  const copies = database.all<CommentCopy>(`${COPIES} where s.id = ? order by k.platform`, id);
  return { ...row, copies };
}

/** Existing copies of all comments under a post, by network name, then newest first. */
export function listCopiesUnderPost(
  database: Database,
  profile: number,
  postId: string,
): readonly CommentCopy[] {
  return database.all<CommentCopy>(
    `${COPIES} where s.post_id = :postId and s.profile = :profile order by k.platform, c.created desc, c.id desc`,
    { postId, profile },
  );
}

/** All comments ever created under a post, or with null under posts created elsewhere. */
export function listCopiesMadeUnder(
  database: Database,
  profile: number,
  postId: string | null,
): readonly NamedCopy[] {
  return postId === null
    ? database.all<NamedCopy>(`${MADE} and s.post_id is null`, profile)
    : database.all<NamedCopy>(`${MADE} and s.post_id = ?`, profile, postId);
}

/** The caller holds the transaction. */
export function insertServiceComment(
  database: Database,
  { id, profile, postId, copies }: ServiceComment,
): void {
  database.run('insert into service_comments (id, profile, post_id) values (:id, :profile, :postId)', {
    id,
    profile,
    postId,
  });
  for (const { platform, commentId } of copies) {
    database.run(
      'insert into service_comment_copies (service_comment, platform, comment_id) values (:id, :platform, :commentId)',
      { id, platform, commentId },
    );
  }
}
