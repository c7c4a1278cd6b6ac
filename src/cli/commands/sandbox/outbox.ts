import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import { SINCE } from '../../activity/since.ts';
import { defineCommand } from '../../command.ts';
import { describeEmptyOutbox } from '../../engage/describe-empty-outbox.ts';
import { listOutboxPage, streamOutbox } from '../../engage/list-outbox.ts';
import { OutboxItem, OutboxKind } from '../../engage/outbox.ts';
import { decodeOutboxCursor, OUTBOX_START } from '../../engage/read-outbox-batches.ts';
import { defineFlag } from '../../flags.ts';

const SHOWN = 100;

export default defineCommand({
  summary: 'List the DMs, emails and events that the sandbox sent',
  description: `
DMs are as the followers got them; an email is queued, and goes nowhere. An event for a webhook is "waiting" until an
attempt is answered with HTTP 200 ("delivered"), or it is given up ("failed"): attempts are made while "sandbox start" or
"sandbox exec" runs, and by "sandbox clock advance"; "hooks history" lists them. --follow goes on until it is ended: it
prints the latest, oldest first, then each as it is sent, delivered or given up.`,
  before: ['sandbox engage comment --from mara --text GUIDE --run'],
  examples: [
    'sandbox outbox',
    'sandbox outbox --recipient mara --kind dm',
    'sandbox outbox --since 1h -n 5',
    'sandbox outbox --all -o ndjson',
    'sandbox outbox --json --fields at,to,text',
  ],
  flags: [],
  input: z.object({
    kind: defineFlag(OutboxKind.optional().describe('only these'), { placeholder: 'kind' }),
    recipient: defineFlag(
      z.string().optional().describe('only what is for this follower, or about them: handle or id'),
      { placeholder: 'who' },
    ),
    profile: defineFlag(z.string().optional().describe('only what this profile sent'), {
      short: 'p',
      placeholder: 'alias',
      offers: 'sandbox alias',
    }),
    since: SINCE,
    limit: defineFlag(z.int().min(1).optional().describe(`maximum number to list (default: ${SHOWN})`), {
      short: 'n',
      placeholder: 'n',
    }),
    all: z.boolean().default(false).describe('list all of them'),
    cursor: defineFlag(z.string().optional().describe('where an earlier list ended: `next`'), {
      placeholder: 'c',
    }),
    follow: z.boolean().default(false).describe('go on, and print what is sent as it is sent'),
  }),
  output: z.object({
    outbox: z.array(OutboxItem).describe('newest first'),
    meta: z.object({
      pagination: z.object({
        next: z.string().nullable().describe('cursor after the last row, for --cursor'),
        hasMore: z.boolean().describe('older ones were left out'),
        limit: z.int().nullable().describe('null for as many as there are'),
      }),
    }),
  }),
  records: 'outbox',
  async run({ limit, all, cursor, follow, ...wanted }, { sandbox, ...context }) {
    if (all && limit !== undefined)
      throw createUsageError('--all and --limit cannot both be', 'leave one out');
    if (follow && cursor !== undefined) {
      throw createUsageError('--follow does not go with --cursor', 'it begins with the latest');
    }
    const from = cursor === undefined ? OUTBOX_START : decodeOutboxCursor(cursor);
    const control = await sandbox();
    if (follow) {
      const { followOutbox } = await import('../../engage/follow-outbox.ts');
      return followOutbox(wanted, { ...context, control, limit: all ? null : (limit ?? SHOWN) });
    }
    const { clock, upcoming } = await control.call('status', {});
    const now = Date.parse(clock.now);
    const emptyText = (others: number) => describeEmptyOutbox({ others, upcoming, now });
    if (all) return streamOutbox(control, { wanted, now, from, formatEmpty: emptyText });
    return listOutboxPage(control, { wanted, now, from, formatEmpty: emptyText, limit: limit ?? SHOWN });
  },
});
