import { getLegName, UNNAMED } from '../render/failed-entry.ts';
import type { ShownCommand } from '../shell/command.ts';
import type { PrintedCommands } from '../shell/printed-commands.ts';
import { formatWarning } from './format-warning.ts';
import { PENDING } from './posted-columns.ts';
import type { PostOutcome } from './read-post-outcome.ts';

/**
 * Lists warnings such as 307 and 518, which are not failures.
 *
 * @param knownWarnings warnings that were already printed
 * @see docs/service/errors.md#code-307, #code-518
 */
export function listWarningNotes(
  { copies, warnings }: PostOutcome,
  knownWarnings: ReadonlySet<string>,
): readonly string[] {
  const ofCopies = copies.flatMap(({ platform, warnings: own }) =>
    own.map((warning) => ({ ...warning, platform: platform ?? UNNAMED })),
  );
  return [...warnings, ...ofCopies]
    .filter(({ message }) => message === null || !knownWarnings.has(message))
    .map((warning) => `warning: ${formatWarning(warning)}`);
}

/** Next commands for a post that is not published yet. */
export function listNextCommands(
  { posted: { id, status }, copies, verdict }: PostOutcome,
  { service, change }: PrintedCommands,
): readonly ShownCommand[] {
  if (id === null) return [];
  const look = service`posts get ${id}`;
  const pending = copies
    .filter((copy) => copy.id === PENDING)
    .map(({ platform }) => getLegName(platform ?? null));
  if (pending.length > 0) {
    const lead = `${pending.join(', ')} is still processing it; to check again`;
    return [{ lead, line: look }];
  }
  if (verdict !== 'accepted') return [];
  const isApproval = status === 'awaiting approval';
  return [
    { lead: 'to see it', line: look },
    isApproval
      ? { lead: 'to approve it', line: change`posts update ${id} --approve` }
      : { lead: 'to reschedule it', line: change`posts update ${id} --schedule "tomorrow 9:00"` },
    { lead: 'to delete it', line: change`posts delete ${id}` },
  ];
}
