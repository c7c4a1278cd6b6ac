import { getField } from '../../../../domain/json/loose-record.ts';
import type { ArchiveKind } from '../../archive/archive-file.ts';
import type { LineKind } from '../../archive/ndjson-archive.ts';
import type { Comment } from '../comment.ts';

/** A comment as archives keep it: without its replies, which have records of their own. */
export interface ArchivedComment extends Omit<Comment, 'id' | 'replies' | 'isAnswered'> {
  readonly id: string;
  /** The alias of the profile; null is the Primary Profile. */
  readonly profile: string | null;
  readonly postId: string;
  /** The text of the post. */
  readonly post: string | null;
  /** When it was added, in the service's time, as YYYY-MM-DDThh:mm:ssZ. */
  readonly archivedAt: string;
}

/** A file that keeps each comment once, by its network and id, however many processes add to it. */
export interface CommentArchive {
  /**
   * Adds the comments that are not in it, all of them or, when it fails, none.
   *
   * @returns how many were added
   * @throws CrierError `usage` when the file cannot be used, `unavailable` when others keep it locked
   */
  add(comments: readonly ArchivedComment[]): number;
  /** Number of last lines that were cut short, and were removed. */
  cutLines(): number;
  close(): void;
}

export const COMMENTS: ArchiveKind = { contents: 'comments', flag: '--file' };

/** Comments as lines: of a post at a time. */
export const COMMENT_LINES: LineKind<ArchivedComment> = {
  ...COMMENTS,
  line: 'a comment',
  start: '{"platform":"',
  readKey(row) {
    const [platform, id] = [getField(row, 'platform'), getField(row, 'id')];
    return typeof platform === 'string' && typeof id === 'string' ? formatArchiveKey({ platform, id }) : null;
  },
  order: ({ platform, id, ...rest }) => ({ platform, id, ...rest }),
};

/** The key of a comment: ids of different networks can be equal. */
export function formatArchiveKey({ platform, id }: { platform: string; id: string }): string {
  return JSON.stringify([platform, id]);
}
