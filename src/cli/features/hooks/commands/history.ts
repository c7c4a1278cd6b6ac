import * as z from 'zod';
import { addAdvice, CrierError, createUsageError } from '../../../../errors.ts';
import { getHookHistory } from '../../../../service/endpoints/webhooks.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { RETRIED_CLIENT_ERRORS, WEBHOOK_ACTIONS } from '../../../../service/webhooks.ts';
import { defineRead } from '../../../framework/command/define-read.ts';
import { defineFlag, defineSwitch, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';
import { buildListMeta } from '../../../framework/output/view.ts';
import { countErrors, describeErrorRate, ErrorRate } from '../error-rate.ts';
import { createEventFinder, FIND_EVENTS } from '../find-events.ts';
import { buildAttemptColumns, buildHistoryColumns, listPrivateNotes } from '../history-columns.ts';
import {
  HistoryRecord,
  listAttemptRecords,
  listHistoryNotes,
  listHistoryRecords,
} from '../history-record.ts';

const SHOWN = 25;

export default defineRead({
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
  check({ state }, { io }) {
    if (io.printing.format === 'raw' && state !== undefined)
      throw createUsageError(
        '-o raw prints the whole response, and cannot be used with --state',
        'use -o json',
      );
  },
  call: getHookHistory,
  request: ({ action }) => ({ query: { action } }),
  around: (send, { action }) => send().catch(addKnownActions(action)),
  async show(body, { action, state, contains, attempts, limit, all }, context) {
    const known = listHistoryRecords(body);
    const finder = await createEventFinder({ contains }, context.io);
    const wanted = known.filter(
      ({ delivery, ...event }) => (state === undefined || delivery?.state === state) && finder.matches(event),
    );
    const found = attempts ? listAttemptRecords(wanted) : wanted;
    const most = all ? null : (limit ?? SHOWN);
    const deliveries = most === null ? found : found.slice(0, most);
    const hasMore = deliveries.length < found.length;
    const errorRate = countErrors(known);
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
        empty: describeNothingFound(known.length, wanted, { action, isSearch: finder.isActive }),
        notesEmpty: true,
      },
      notes: [
        ...(hasMore ? [`showing the latest ${deliveries.length} of ${found.length}: use --all for all`] : []),
        ...(context.io.printing.format === 'table' ? listPrivateNotes(deliveries) : []),
        ...(errorRate === null ? [] : [describeErrorRate(errorRate)]),
        ...(await listHistoryNotes(wanted, context)),
      ],
      searched: finder.count(),
    };
  },
});

/** @param known number of deliveries that the service reported, and `wanted` those that match the flags */
function describeNothingFound(
  known: number,
  wanted: readonly HistoryRecord[],
  { action, isSearch }: { action: string | undefined; isSearch: boolean },
): string {
  if (wanted.length > 0) {
    const isReported = wanted.some(({ delivery }) => delivery?.log !== undefined);
    return isReported ? 'no attempts yet' : 'the service does not report attempts';
  }
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
