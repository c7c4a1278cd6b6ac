import * as z from 'zod';
import { getField } from '../../../../domain/json/loose-record.ts';
import type { ArchiveKind } from '../../archive/archive-file.ts';
import type { LineKind } from '../../archive/ndjson-archive.ts';
import { Comment } from '../comment.ts';
import { ProfileAlias } from '../read-profiles.ts';

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

/** A comment as a search finds it. */
export const FoundComment = Comment.omit({ replies: true, isAnswered: true })
  .extend({
    id: z.string().describe('Social Comment ID'),
    profile: ProfileAlias,
    postId: z.string().describe('Service Post ID of the post that it was found under'),
    post: z.string().nullable().describe('the text of that post'),
    archivedAt: z.string().describe('when it was added to the archive'),
    changedAt: z.string().nullable().describe('when an export last found it changed; null if none did'),
    missingSince: z
      .string()
      .nullable()
      .describe('when an export found that the service no longer lists it; null if it does'),
  })
  .meta({ id: 'FoundComment' });
export type FoundComment = z.infer<typeof FoundComment>;

/** How a batch of comments changed an archive. */
export interface ArchiveChange {
  readonly added: number;
  /** Those that are different from what was kept. */
  readonly changed: number;
}

/** What one read of a post listed. */
export interface PostListing {
  readonly profile: string | null;
  readonly post: { readonly id: string; readonly post: string | null };
  /** The keys of all comments that the service lists (`formatArchiveKey`). */
  readonly listed: ReadonlySet<string>;
  /** Whether the service would have listed a comment of that network and time if it existed. */
  wouldList(platform: string, createdAt: string | null): boolean;
  /** When it was read, as YYYY-MM-DDThh:mm:ssZ. */
  readonly readAt: string;
}

/** A file that keeps each comment once, by its network and id, however many processes add to it. */
export interface CommentArchive {
  /**
   * Adds the comments that are not in it, and updates those that changed if its format can: all of them or, when it fails,
   * none.
   *
   * @throws CrierError `usage` when the file cannot be used, `unavailable` when others keep it locked
   */
  add(comments: readonly ArchivedComment[]): ArchiveChange;
  /** Marks the comments of a post that the service no longer lists. @returns how many were marked now */
  settle(listing: PostListing): number;
  /** When each post was last read as a whole. */
  readTimes(): ReadonlyMap<string, string>;
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
