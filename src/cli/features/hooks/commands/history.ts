import * as z from 'zod';
import { addAdvice, CrierError, createUsageError } from '../../../../errors.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { RETRIED_CLIENT_ERRORS, WEBHOOK_ACTIONS } from '../../../../service/webhooks.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, defineSwitch, defineTextFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import { createFirstItems } from '../../../framework/output/first-items.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';
import { buildListMeta } from '../../../framework/output/view.ts';
import { countErrors, describeErrorRate, ErrorRate } from '../error-rate.ts';
import { createEventFinder, FIND_EVENTS } from '../find-events.ts';
import { buildAttemptColumns, buildHistoryColumns, listPrivateNotes } from '../history-columns.ts';
import {
  countOpenDeliveries,
  foldHistory,
  HistoryRecord,
  listAttemptRecords,
  listHistoryNotes,
  sortAttempts,
  sortNewestFirst,
} from '../history-record.ts';

const SHOWN = 25;

export default defineCommand({
  summary: 'List webhook deliveries and their results',
  description: `
Newest first. A delivery is "delivered" after its receiver responded with HTTP 200, "retrying" while another attempt is
due, and "failed" when no attempt is left: the last one failed, the receiver refused it (a client error other than ${RETRIED_CLIENT_ERRORS.join(', ')}),
or its address must not be reached. All attempts of a delivery have the same hook id, which receivers can use to detect
duplicates.

--attempts lists each attempt with its response. "priv" marks attempts to an address that only --allow-private permits. A
service may return fewer details than the sandbox; what is missing stays empty. Listing never sends anything again.`,
  before: [
    'hooks register automations https://hooks.example.com/crier --sandbox',
    'sandbox trigger automations',
  ],
  examples: [
    'hooks history',
    'hooks history --action automations --state failed',
    'hooks history --contains "guide please"',
    'hooks history --attempts -n 20',
    'hooks history --json --fields hookId,delivery.state,delivery.lastError',
  ],
  flags: [REMOTE, READ_PROFILES],
  input: z.object({
    action: defineTextFlag('only deliveries of this action, such as automations', {
      placeholder: 'action',
      offers: 'webhook action',
    }),
    state: defineFlag(
      z.enum(['delivered', 'retrying', 'failed']).optional().describe('only deliveries in this state'),
      { placeholder: 'state' },
    ),
    ...FIND_EVENTS,
    attempts: defineSwitch('list single attempts instead of deliveries'),
    limit: defineFlag(z.int().min(1).optional().describe(`maximum number to list (default: ${SHOWN})`), {
      short: 'n',
      placeholder: 'n',
    }),
    all: defineSwitch(`list all deliveries of the last ${LIMITS.hookHistoryMonths} months`, {
      conflicts: ['limit'],
    }),
  }),
  output: z.object({
    deliveries: z.array(HistoryRecord),
    errorRate: ErrorRate.nullable().describe(
      'of all deliveries of the profile, or of --action; null if no attempt is known',
    ),
    meta: ListMeta,
  }),
  records: 'deliveries',
  async run({ action, state, contains, attempts, limit, all }, context) {
    const { io, service } = context;
    const isWhole = io.printing.format === 'raw';
    if (isWhole && state !== undefined)
      throw createUsageError(
        '-o raw prints the whole response, and cannot be used with --state',
        'use -o json',
      );
    const most = all ? null : (limit ?? SHOWN);
    const finder = await createEventFinder({ contains }, io);
    const client = await service.client();
    const { value, bytes, asOf } = await foldHistory(client, { action, isWhole }, () =>
      selectDeliveries({ most, attempts, state, matches: finder.matches }),
    ).catch(addKnownActions(action));
    const { deliveries, found, errorRate } = value;
    const hasMore = deliveries.length < found;
    return {
      view: {
        kind: 'list',
        document: {
          deliveries,
          errorRate,
          meta: buildListMeta({ hasMore, limit: most, nextFlags: ['--all'] }),
        },
        key: 'deliveries',
        rows: deliveries,
        columns: attempts ? buildAttemptColumns(deliveries) : buildHistoryColumns(deliveries),
        empty: describeNothingFound(value, { action, isSearch: finder.isActive }),
        notesEmpty: true,
      },
      ...(bytes && { raw: bytes }),
      asOf,
      notes: [
        ...(hasMore ? [`showing the latest ${deliveries.length} of ${found}: use --all for all`] : []),
        ...(io.printing.format === 'table' ? listPrivateNotes(deliveries) : []),
        ...(errorRate === null ? [] : [describeErrorRate(errorRate)]),
        ...(await listHistoryNotes(value.open, context)),
      ],
      searched: finder.isActive ? { noun: 'event', all: value.inState, matched: value.wanted } : undefined,
    };
  },
});

/** Counts deliveries, and keeps the latest of those that are wanted. @param most null for all */
function selectDeliveries({
  most,
  attempts,
  state,
  matches,
}: {
  most: number | null;
  attempts: boolean;
  state: string | undefined;
  matches(event: unknown): boolean;
}) {
  const sort = attempts ? sortAttempts : sortNewestFirst;
  const latest = createFirstItems(most, sort);
  const errors = countErrors();
  const open = countOpenDeliveries();
  let [known, inState, wanted, isReported] = [0, 0, 0, false];
  return {
    add(record: HistoryRecord): void {
      known += 1;
      errors.add(record);
      const { delivery, ...event } = record;
      if (state !== undefined && delivery?.state !== state) return;
      inState += 1;
      if (!matches(event)) return;
      wanted += 1;
      isReported ||= delivery?.log !== undefined;
      open.add(record);
      for (const each of attempts ? listAttemptRecords(record) : [record]) latest.add(each);
    },
    end: () => ({
      deliveries: sort(latest.list()).slice(0, most ?? undefined),
      /** Number of deliveries that the service reported, of those in the state, and of those that match all flags. */
      ...{ known, inState, wanted },
      /** Number of records of these. */
      found: latest.count(),
      isReported,
      errorRate: errors.result(),
      open: open.result(),
    }),
  };
}

function describeNothingFound(
  { known, wanted, isReported }: Record<'known' | 'wanted', number> & { isReported: boolean },
  { action, isSearch }: { action: string | undefined; isSearch: boolean },
): string {
  if (wanted > 0) return isReported ? 'no attempts yet' : 'the service does not report attempts';
  if (known > 0 && isSearch) return 'no delivery matches';
  if (known > 0)
    return `no delivery in this state; without --state there ${known === 1 ? 'is' : 'are'} ${known}`;
  const of = action === undefined ? '' : ` of ${action}`;
  const others = listKnownActions(action);
  return `no deliveries${of}${others === null ? '' : `; ${others}`}`;
}

/** A suggestion and the list of known actions; null for a known action. */
function listKnownActions(action: string | undefined): string | null {
  const names = Object.keys(WEBHOOK_ACTIONS);
  if (action === undefined || names.includes(action)) return null;
  return `${suggestNearest(action, names)}the known actions are ${names.join(', ')}`;
}

/** A service may know more actions than crier, so the known ones are suggested only when it rejects one. */
function addKnownActions(action: string | undefined): (error: unknown) => never {
  return (error) => {
    const advice = listKnownActions(action);
    const isRefused = error instanceof CrierError && error.kind === 'rejected';
    throw isRefused && advice !== null ? addAdvice(error, advice) : error;
  };
}
