import type { CommentsDocument } from '../comment.ts';

/** Which networks a poll answered for. */
export interface AnsweredNetworks {
  /** Whether a network returned everything it has. */
  hasAnswered(platform: string): boolean;
  /** Networks for which the answer has neither comments nor an error; input of the next poll. */
  readonly absent: ReadonlySet<string>;
}

/** What is known besides the comments of an answer. */
export interface PreviousNetworks {
  /** Networks that the answer has a list for, even an empty one. */
  readonly listed: ReadonlySet<string>;
  /** Networks with known comments. */
  readonly known: Iterable<string>;
  /** From the previous poll. */
  readonly previouslyAbsent: ReadonlySet<string>;
}

/**
 * Finds the networks that answered completely. An error without a network's name may concern any network without
 * comments.
 *
 * An answer has one array per network with comments, so a network without one may have no comments left. It may also
 * be missing by mistake, and reporting all its comments as gone and then as new is worse than reporting them as gone
 * ten minutes later. A network is therefore considered empty only when absent from two consecutive answers.
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
