import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import type { CommandContext } from '../../context/context.ts';

/** Selects the rows of one follower. */
export interface RecipientFilter {
  /** As typed, without the leading @. */
  readonly name: string;
  /** Whether all of their rows are found: rows of DMs, reactions and story replies have no handle. */
  readonly isComplete: boolean;
  matches(row: ActivityRow): boolean;
}

const ID_PATTERN = /^\d{10,}$/;

/** Finds the person with a handle or id. The sandbox resolves handles; elsewhere only the rows can. */
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

/** Note for a list that may be incomplete. */
export const MAY_BE_MISSED =
  'rows of DMs, reactions and story replies have no handle; use --recipient with an id to include them';
