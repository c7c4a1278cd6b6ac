import type { CommentPlatform } from '../../facts/platforms.ts';
import type { DeletedDocument } from '../../facts/written-comment.ts';
import type { ShownCommand } from '../command.ts';
import type { PrintedCommands } from '../printed-commands.ts';
import { isPortable, toFlagWords } from '../shell-command.ts';
import type { RetryText } from './read-comment-text.ts';

/** A command that wrote on some networks. */
interface FailedWrite {
  readonly errors: DeletedDocument['errors'];
  /** How a command line says the same, but for the choice of networks. */
  readonly retry: RetryText;
  /** Networks where it can work at all. */
  readonly legal: readonly CommentPlatform[];
}

/** The command that writes the same on the networks that failed, and on no other; none where it cannot help. */
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
  const lead = `for what failed alone${toFile === null ? '' : `, with its text in ${toFile}`}`;
  return [{ lead, line: print.change`${words} ${only}` }];
}

/** The network does not have what was asked for: no such operation, or no such post or comment. */
const NOT_RETRYABLE: ReadonlySet<number> = new Set([186, 1415]);
