import { listTexts } from '../../../../domain/json/loose-record.ts';
import { compileWordSearch } from '../../../../domain/text/find-words.ts';
import { formatCount, joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { HOUR_MS } from '../../../../service/durations.ts';
import { ACTIVITY_STATES, type ActivityRow, ActivityStatus } from '../../../../service/endpoints/activity.ts';
import { LIMITS } from '../../../../service/limits.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { defineFindFlags } from '../../../framework/input/flags/find-flags.ts';
import { defineTextFlag } from '../../../framework/input/flags/flags.ts';
import type { Since } from '../../../framework/input/time/since.ts';

export interface ActivityFilter {
  readonly id: string;
  /** Any of these; empty for all. */
  readonly statuses: readonly ActivityStatus[];
  readonly recipient: RecipientFilter | undefined;
  /** Whether a text has the words of the search; undefined without one. */
  readonly hasWords: ((text: string) => boolean) | undefined;
  readonly since: Since | undefined;
  /** The name of the automation, where it is known: a search finds it, too. */
  readonly name?: string | undefined;
}

/** Whether a row has a selected status and recipient, and the words of a search; its age is not checked. */
export function isIncluded(
  row: ActivityRow,
  { statuses, recipient, hasWords, name = '' }: Omit<ActivityFilter, 'id' | 'since'>,
): boolean {
  if (statuses.length > 0 && !statuses.some((status) => status === row.status)) return false;
  if (recipient?.matches(row) === false) return false;
  return hasWords === undefined || hasWords([name, ...listTexts(row)].join('\n'));
}

/** Which rows `--contains` and `--recipient` select, of `activity` as of `report`. */
export const FIND_ACTIVITY = {
  recipient: defineTextFlag('only rows of this person (handle or id)', {
    placeholder: 'who',
    synonym: '--from',
  }),
  contains: defineFindFlags('rows').contains,
};

/** The values of these flags, and of `--since`, as a filter. */
export async function readActivityFilter(
  {
    recipient,
    contains,
    since,
  }: { recipient?: string | undefined; contains?: readonly string[] | undefined; since?: Since | undefined },
  context: CommandContext,
): Promise<Omit<ActivityFilter, 'id' | 'statuses'>> {
  const person = recipient === undefined ? undefined : await findRecipient(recipient, context);
  if (person?.isComplete === false) await context.io.note(MAY_BE_MISSED);
  return {
    recipient: person,
    hasWords: contains && compileWordSearch(contains),
    since: since?.inZone(context.io.chosenZone),
  };
}

/** Whether some rows are excluded. The service has no such filters, so rows are read and skipped. */
export function isFiltering({ statuses, recipient, hasWords, since }: Omit<ActivityFilter, 'id'>): boolean {
  return statuses.length > 0 || recipient !== undefined || hasWords !== undefined || since !== undefined;
}

/**
 * Message for an empty list.
 *
 * @param passed number of rows with another status or recipient, or without the words
 * @param explain the command that explains why nothing was triggered
 */
export function formatNoRows(
  { statuses, recipient, hasWords, since }: ActivityFilter,
  { passed, explain }: { passed: number; explain: string },
): string {
  const picked = [
    ...(recipient === undefined ? [] : [`of ${recipient.name}`]),
    ...(statuses.length > 0 ? [`with status ${joinWithOr(statuses)}`] : []),
    ...(hasWords === undefined ? [] : ['with these words']),
    ...(since === undefined ? [] : [since.words]),
  ];
  if (passed > 0) return `no rows ${picked.join(' ')} (${formatCount(passed, 'other row')} skipped)`;
  if (picked.length > 0) return `no rows ${picked.join(' ')}`;
  return `no rows: nothing triggered it in this period. To see why: ${explain}`;
}

type RecipientFilter = Awaited<ReturnType<typeof findRecipient>>;

const ID_PATTERN = /^\d{10,}$/;

/** Finds the person with a handle or id. The sandbox resolves handles; elsewhere only the rows can. */
async function findRecipient(typed: string, { service, sandbox }: CommandContext) {
  const named = typed.replace(/^@/, '');
  const isId = ID_PATTERN.test(named);
  const isSandbox = !isId && (await service.choose()).choice.kind === 'sandbox';
  const known = isSandbox
    ? (await (await sandbox.control()).call('findEngagements', { username: named })).personId
    : null;
  const handle = named.toLowerCase();
  return {
    /** As typed, without the leading @. */
    name: named,
    /** Whether all of their rows are found: rows of DMs, reactions and story replies have no handle. */
    isComplete: isId || isSandbox,
    matches: ({ recipientId, recipientUsername }: ActivityRow): boolean =>
      recipientId === (known ?? named) || recipientUsername?.toLowerCase() === handle,
  };
}

const MAY_BE_MISSED =
  'rows of DMs, reactions and story replies have no handle; use --recipient with an id to include them';

/**
 * Rows that were open for longer than this when following began are not polled: their delay and an hour of paced DMs
 * are over by then.
 *
 * @see docs/service/engine.md#ENG-04, #ENG-14
 */
export const LOOKBACK_MS = HOUR_MS + LIMITS.dispatchJitterMs.max;

/** When its trigger matched. A row without a time counts as new: it is neither too old nor cut off. */
export function getCreatedTime(row: ActivityRow): number {
  return readTimestamp(row.created).ms ?? Number.POSITIVE_INFINITY;
}

/** Whether a row can still change: its dispatch has not finished. A status that is not known counts as final. */
export function isOpen({ status }: ActivityRow): boolean {
  const state = ActivityStatus.safeParse(status);
  return state.success && !ACTIVITY_STATES[state.data].isTerminal;
}
