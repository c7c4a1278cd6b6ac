import * as z from 'zod';
import { addAdvice, CrierError, createUsageError } from '../../../../errors.ts';
import { getHookHistory, type HookAttempt } from '../../../../service/endpoints/webhooks.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { RETRIED_CLIENT_ERRORS, WEBHOOK_ACTIONS } from '../../../../service/webhooks.ts';
import { defineRead } from '../../../framework/command/define-read.ts';
import { defineFlag, defineSwitch, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';
import { buildListMeta } from '../../../framework/output/view.ts';
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
  async show(body, { action, state, attempts, limit, all }, context) {
    const known = listHistoryRecords(body);
    const wanted = known.filter(({ delivery }) => state === undefined || delivery?.state === state);
    const found = attempts ? listAttemptRecords(wanted) : wanted;
    const most = all ? null : (limit ?? SHOWN);
    const deliveries = most === null ? found : found.slice(0, most);
    const hasMore = deliveries.length < found.length;
    const rate = describeErrorRate(known);
    return {
      view: {
        kind: 'list',
        document: { deliveries, meta: buildListMeta({ hasMore, limit: most, nextFlags: ['--all'] }) },
        key: 'deliveries',
        rows: deliveries,
        columns: attempts ? buildAttemptColumns(deliveries) : buildHistoryColumns(deliveries),
        empty: describeNothingFound(known.length, wanted, action),
        notesEmpty: true,
      },
      notes: [
        ...(hasMore ? [`showing the latest ${deliveries.length} of ${found.length}: use --all for all`] : []),
        ...(context.io.printing.format === 'table' ? listPrivateNotes(deliveries) : []),
        ...(rate === null ? [] : [rate]),
        ...(await listHistoryNotes(wanted, context)),
      ],
    };
  },
});

/** @param known number of deliveries that the service reported, and `wanted` those that match the flags */
function describeNothingFound(
  known: number,
  wanted: readonly HistoryRecord[],
  action: string | undefined,
): string {
  if (wanted.length > 0) {
    const isReported = wanted.some(({ delivery }) => delivery?.log !== undefined);
    return isReported ? 'no attempts yet' : 'the service does not report attempts';
  }
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

const MOST = 1_000;

/**
 * Our choice: responses of 400 to 599 are errors. The document says "400 to 500"; read literally, that excludes 503,
 * which is retried like 500 and is the most frequent.
 */
const ERRORS = { least: 400, below: 600 };

/**
 * Describes the share of errors among the latest attempts; null if none is known.
 *
 * @see docs/service/webhooks.md#dashboard, #HOOK-20
 */
function describeErrorRate(records: readonly HistoryRecord[]): string | null {
  const latest = listAttemptRecords(records)
    .flatMap(({ attempt }) => (attempt !== undefined && isOver(attempt) ? [attempt] : []))
    .slice(0, MOST);
  if (latest.length === 0) return null;
  const errors = latest.filter(({ status }) => isError(status)).length;
  const unanswered = latest.filter(({ status }) => typeof status !== 'number').length;
  const share = Math.round((100 * errors) / latest.length);
  const of = latest.length === 1 ? '1 attempt' : `the latest ${latest.length} attempts`;
  const none = unanswered === 0 ? '' : `; ${unanswered} without a response`;
  return `error rate: ${share}%, ${errors} of ${of} with a response of ${ERRORS.least} to ${ERRORS.below - 1}${none}`;
}

function isOver({ ms, status, error }: HookAttempt): boolean {
  return typeof ms === 'number' || typeof status === 'number' || typeof error === 'string';
}

function isError(status: HookAttempt['status']): boolean {
  return typeof status === 'number' && status >= ERRORS.least && status < ERRORS.below;
}
