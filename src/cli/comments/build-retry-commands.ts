import type { DeletedDocument } from '../../service/endpoints/written-comment.ts';
import type { CommentPlatform } from '../../service/platforms.ts';
import type { ShownCommand } from '../shell/command.ts';
import type { PrintedCommands } from '../shell/printed-commands.ts';
import { isPortable, toFlagWords } from '../shell/shell-command.ts';
import type { RetryText } from './comment-text.ts';

/** A write of which some networks failed. */
interface FailedWrite {
  readonly errors: DeletedDocument['errors'];
  /** The words of a command for the same text, without networks. */
  readonly retry: RetryText;
  /** Networks that support it. */
  readonly legal: readonly CommentPlatform[];
}

/** Builds the command that repeats the write only on the networks that failed; none if a retry cannot help. */
export function buildRetryCommands(
  { errors, retry: { words, toFile }, legal }: FailedWrite,
  print: PrintedCommands,
): readonly ShownCommand[] {
  const failed = legal.filter((platform) =>
    errors.some((error) => error.platform === platform && !NOT_RETRYABLE.has(error.code ?? 0)),
  );
  if (failed.length === 0) return [];
  if (!isPortable(words)) return [];
  const only = toFlagWords(failed.map((platform) => ['--only', platform]));
  const lead = `to retry where it failed${toFile === null ? '' : `, with the text in ${toFile}`}`;
  return [{ lead, line: print.change`${words} ${only}` }];
}

/** The network has no such operation, post or comment. */
const NOT_RETRYABLE: ReadonlySet<number> = new Set([186, 1415]);
