import type { PostOutcome } from '../../rules/post-outcome.ts';
import type { PrintedCommands } from '../printed-commands.ts';
import { legName, UNNAMED } from '../render/failed-leg.ts';
import { PENDING } from './posted-columns.ts';
import { warningText } from './warning-text.ts';

/**
 * Warnings such as 307 and 518 fail nothing, and are said.
 *
 * @param told what was warned of before in the same words
 * @see service.md, codes 307 and 518
 */
export function warningNotes(
  { copies, warnings }: PostOutcome,
  told: ReadonlySet<string>,
): readonly string[] {
  const ofCopies = copies.flatMap(({ platform, warnings: own }) =>
    own.map((warning) => ({ ...warning, platform: platform ?? UNNAMED })),
  );
  return [...warnings, ...ofCopies]
    .filter(({ message }) => message === null || !told.has(message))
    .map((warning) => `warning: ${warningText(warning)}`);
}

/** What can be done about a post that is not out yet. */
export function nextNotes(
  { posted: { id, status }, copies, verdict }: PostOutcome,
  { service, change }: PrintedCommands,
): readonly string[] {
  if (id === null) return [];
  const look = service(`posts get ${id}`);
  const pending = copies
    .filter((copy) => copy.id === PENDING)
    .map(({ platform }) => legName(platform ?? null));
  if (pending.length > 0) {
    return [`${pending.join(', ')} still works on it, and gives its id later; to look again: ${look}`];
  }
  if (verdict !== 'accepted') return [];
  const isApproval = status === 'awaiting approval';
  return [
    `to see it: ${look}`,
    isApproval
      ? `to let it go: ${change(`posts update ${id} --approve`)}`
      : `to change it: ${change(`posts update ${id} --schedule <time>`)}`,
    `to delete it: ${change(`posts delete ${id}`)}`,
  ];
}
