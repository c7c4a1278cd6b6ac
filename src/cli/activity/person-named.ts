import type { ActivityRow } from '../../facts/activity.ts';
import type { CommandContext } from '../context.ts';

/** A follower, as a command line names one. */
export interface Person {
  /** As it was typed, without the sign of a handle. */
  readonly named: string;
  /** Whether it is certain that no row of theirs is missed: rows of DMs, reactions and story replies carry no handle. */
  readonly isSure: boolean;
  isOf(row: ActivityRow): boolean;
}

const IS_ID = /^\d{10,}$/;

/** The person that a handle or an id means. The sandbox knows whose handle it is; elsewhere the rows have to tell. */
export async function personNamed(
  typed: string,
  { choose, sandbox }: Pick<CommandContext, 'choose' | 'sandbox'>,
): Promise<Person> {
  const named = typed.replace(/^@/, '');
  const isId = IS_ID.test(named);
  const isSandbox = !isId && (await choose()).choice.kind === 'sandbox';
  const known = isSandbox
    ? (await (await sandbox()).call('findEngagements', { username: named })).personId
    : null;
  const handle = named.toLowerCase();
  return {
    named,
    isSure: isId || isSandbox,
    isOf: ({ recipientId, recipientUsername }) =>
      recipientId === (known ?? named) || recipientUsername?.toLowerCase() === handle,
  };
}

/** Said where rows of a person may be missing. */
export const MAY_BE_MISSED =
  'rows of DMs, reactions and story replies carry no handle: --recipient with the id finds those, too';
