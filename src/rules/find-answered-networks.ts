import type { CommentsDocument } from '../facts/comment.ts';

/** What one look tells of networks as a whole. */
export interface AnsweredNetworks {
  /** Whether a network gave all that it has. */
  hasAnswered(platform: string): boolean;
  /** Networks of whom the answer has neither comments nor a failure; for the next look. */
  readonly absent: ReadonlySet<string>;
}

/** What is known beside the comments of an answer. */
export interface PreviousNetworks {
  /** Networks that the answer has a list of, be it an empty one. */
  readonly listed: ReadonlySet<string>;
  /** Networks that something is known of. */
  readonly known: Iterable<string>;
  /** Of the look before. */
  readonly previouslyAbsent: ReadonlySet<string>;
}

/**
 * Says which networks gave what they have. One that failed without a name may be any that gave nothing.
 *
 * An answer has "one array per network that has comments", so that a network without one may have none left. It may
 * as well be one that the service forgot for once, and to call all of its comments gone and then new again is worse
 * than to tell ten minutes later that they are gone: absent once says nothing, absent from two answers in a row says none.
 *
 * @see docs/service/comments.md#record, #COM-15
 */
export function findAnsweredNetworks(
  { status, comments, errors }: CommentsDocument,
  { listed, known, previouslyAbsent }: PreviousNetworks,
): AnsweredNetworks {
  const failed = new Set(errors.map((error) => error.platform));
  const heard = new Set(comments.map((comment) => comment.platform));
  const isTold = status === 'success' || (status === 'partial' && errors.length > 0);
  const isSure = isTold && !failed.has(null);
  const absent = new Set([...known].filter((platform) => !listed.has(platform) && !failed.has(platform)));
  const isSilent = (platform: string) => absent.has(platform) && !previouslyAbsent.has(platform);
  return {
    absent,
    hasAnswered: (platform) =>
      !failed.has(platform) && (heard.has(platform) || (isSure && !isSilent(platform))),
  };
}
