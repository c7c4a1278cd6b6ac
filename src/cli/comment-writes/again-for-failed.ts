import type { CommentPlatform } from '../../facts/platforms.ts';
import type { DeletedDocument } from '../../facts/written-comment.ts';
import type { PrintedCommands } from '../printed-commands.ts';
import { shellLine } from '../shell-quoted.ts';

/** A command that wrote on some networks. */
interface Wrote {
  readonly errors: DeletedDocument['errors'];
  /** Its words, but for those that choose networks. */
  readonly words: readonly string[];
  /** Networks where it can work at all. */
  readonly legal: readonly CommentPlatform[];
}

/** The command that writes the same on the networks that failed, and on no other; nothing where it cannot help. */
export function againForFailed({ errors, words, legal }: Wrote, print: PrintedCommands): string {
  const failed = legal.filter((platform) =>
    errors.some((error) => error.platform === platform && !HOPELESS.has(error.code ?? 0)),
  );
  if (failed.length === 0) return '';
  const only = failed.flatMap((platform) => ['--only', platform]);
  return `for what failed alone: ${print.change(shellLine([...words, ...only]))}`;
}

/** The network does not have what was asked for: no such operation, or no such post or comment. */
const HOPELESS: ReadonlySet<number> = new Set([186, 1415]);
