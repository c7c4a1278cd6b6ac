import * as z from 'zod';
import { addAdvice, CrierError, createUsageError } from '../../../errors.ts';
import { getHookHistory } from '../../../facts/endpoints/webhooks.ts';
import { HOOK_HISTORY } from '../../../facts/webhook-history.ts';
import { RETRIED_CLIENT_ERRORS, WEBHOOK_ACTIONS } from '../../../facts/webhooks.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag, REMOTE } from '../../flags.ts';
import { describeErrorRate } from '../../hooks/error-rate.ts';
import { buildAttemptColumns, buildHistoryColumns, listPrivateNotes } from '../../hooks/history-columns.ts';
import { listHistoryNotes } from '../../hooks/history-notes.ts';
import { HistoryRecord, listAttemptRecords, listHistoryRecords } from '../../hooks/history-record.ts';
import { getServiceTime } from '../../service-time.ts';
import { suggestNearest } from '../../suggest-nearest.ts';

const SHOWN = 25;

export default defineCommand({
  summary: 'List what webhooks were told, newest first, and what became of it',
  description: `
A delivery is "delivered" when its receiver has answered with HTTP 200, "retrying" while there is another attempt to
come, and "failed" when there is none: the last one failed too, or the receiver refused it for good (a client error other
than ${RETRIED_CLIENT_ERRORS.join(', ')}), or its address must not be reached. The hook id stays the same over all
attempts: by it a receiver knows what it has had already.

--attempts lists each attempt, with its answer. "priv" marks what went where --allow-private alone let it. A service may tell less than the sandbox does; what it does not tell stays empty. Nothing is sent again by this.`,
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
  flags: [REMOTE],
  input: z.object({
    action: defineFlag(z.string().optional().describe('only what this action told, such as automations'), {
      placeholder: 'action',
      offers: 'webhook action',
    }),
    state: defineFlag(
      z.enum(['delivered', 'retrying', 'failed']).optional().describe('only deliveries in this state'),
      { placeholder: 'state' },
    ),
    attempts: z.boolean().default(false).describe('list each attempt, in place of each delivery'),
    limit: defineFlag(z.int().min(1).optional().describe(`how many, ${SHOWN} unless said`), {
      short: 'n',
      placeholder: 'n',
    }),
    all: z
      .boolean()
      .default(false)
      .describe(`as many as there are, of the last ${HOOK_HISTORY.months} months`),
  }),
  output: z.object({
    deliveries: z.array(HistoryRecord),
    meta: z.object({
      pagination: z.object({
        next: z.null().describe('the history has no pages'),
        hasMore: z.boolean().describe('older ones were left out'),
        limit: z.int().nullable().describe('null for as many as there are'),
      }),
    }),
  }),
  records: 'deliveries',
  async run({ action, state, attempts, limit, all }, { printing, client, ...context }) {
    if (all && limit !== undefined)
      throw createUsageError('--all and --limit cannot both be', 'leave one out');
    if (printing.format === 'raw' && state !== undefined) {
      throw createUsageError('-o raw is the whole answer, and --state wants a part of it', 'use -o json');
    }
    const service = await client();
    const answer = await service.call(getHookHistory, { query: { action } }).catch(addKnownActions(action));
    const known = listHistoryRecords(answer.body);
    const wanted = known.filter(({ delivery }) => state === undefined || delivery?.state === state);
    const found = attempts ? listAttemptRecords(wanted) : wanted;
    const most = all ? null : (limit ?? SHOWN);
    const deliveries = most === null ? found : found.slice(0, most);
    const hasMore = deliveries.length < found.length;
    const rate = describeErrorRate(known);
    return {
      view: {
        kind: 'list',
        document: { deliveries, meta: { pagination: { next: null, hasMore, limit: most } } },
        key: 'deliveries',
        rows: deliveries,
        columns: attempts ? buildAttemptColumns(deliveries) : buildHistoryColumns(deliveries),
        empty: describeNothingFound({ known: known.length, wanted, action }),
        notesEmpty: true,
      },
      raw: answer.bytes,
      ...getServiceTime(answer),
      notes: [
        ...(hasMore
          ? [
              `these are the latest ${deliveries.length} of ${found.length}: --all prints all of them, and there are no pages`,
            ]
          : []),
        ...(printing.format === 'table' ? listPrivateNotes(deliveries) : []),
        ...(rate === null ? [] : [rate]),
        ...(await listHistoryNotes(wanted, context)),
      ],
    };
  },
});

interface EmptyHistory {
  /** Deliveries that the service told of. */
  readonly known: number;
  /** Those of them that were asked for. */
  readonly wanted: readonly HistoryRecord[];
  readonly action: string | undefined;
}

function describeNothingFound({ known, wanted, action }: EmptyHistory): string {
  if (wanted.length > 0) {
    const isTold = wanted.some(({ delivery }) => delivery?.log !== undefined);
    return isTold ? 'no attempt was made yet' : 'the service does not tell of attempts';
  }
  if (known > 0)
    return `no delivery is in that state; without --state there ${known === 1 ? 'is' : 'are'} ${known}`;
  const of = action === undefined ? '' : ` of ${action}`;
  const others = listKnownActions(action);
  return `nothing${of} was delivered${others === null ? '' : `; ${others}`}`;
}

/** What actions there are, for whoever asked for another; null for one of them. */
function listKnownActions(action: string | undefined): string | null {
  const names = Object.keys(WEBHOOK_ACTIONS);
  if (action === undefined || names.includes(action)) return null;
  return `${suggestNearest(action, names)}the known actions are ${names.join(', ')}`;
}

/** A service may know more actions than we do: which there are is said when it refuses one. */
function addKnownActions(action: string | undefined): (error: unknown) => never {
  return (error) => {
    const advice = listKnownActions(action);
    const isRefused = error instanceof CrierError && error.kind === 'rejected';
    throw isRefused && advice !== null ? addAdvice(error, advice) : error;
  };
}
