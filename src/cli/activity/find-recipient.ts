import type { ActivityRow } from '../../facts/activity.ts';
import type { CommandContext } from '../context.ts';

/** A follower, as a command line names one. */
export interface RecipientFilter {
  /** As it was typed, without the sign of a handle. */
  readonly name: string;
  /** Whether it is certain that no row of theirs is missed: rows of DMs, reactions and story replies carry no handle. */
  readonly isComplete: boolean;
  matches(row: ActivityRow): boolean;
}

const ID_PATTERN = /^\d{10,}$/;

/** The person that a handle or an id means. The sandbox knows whose handle it is; elsewhere the rows have to tell. */
export async function findRecipient(
  typed: string,
  { choose, sandbox }: Pick<CommandContext, 'choose' | 'sandbox'>,
): Promise<RecipientFilter> {
  const named = typed.replace(/^@/, '');
  const isId = ID_PATTERN.test(named);
  const isSandbox = !isId && (await choose()).choice.kind === 'sandbox';
  const known = isSandbox
    ? (await (await sandbox()).call('findEngagements', { username: named })).personId
    : null;
  const handle = named.toLowerCase();
  return {
    name: named,
    isComplete: isId || isSandbox,
    matches: ({ recipientId, recipientUsername }) =>
      recipientId === (known ?? named) || recipientUsername?.toLowerCase() === handle,
  };
}

/** Said where rows of a person may be missing. */
export const MAY_BE_MISSED =
  'rows of DMs, reactions and story replies carry no handle: --recipient with the id finds those, too';
