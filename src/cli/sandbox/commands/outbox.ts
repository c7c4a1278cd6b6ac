import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import { SINCE } from '../../automations/activity/times.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag } from '../../shell/flags/flags.ts';
import { listOutboxPage, streamOutbox } from '../list-outbox.ts';
import { OutboxItem, OutboxKind } from '../outbox.ts';
import { decodeOutboxCursor, OUTBOX_START } from '../read-outbox-batches.ts';
import { describeEmptyOutbox } from './describe-empty-outbox.ts';

const SHOWN = 100;

export default defineCommand({
  summary: 'List the DMs, emails and events the sandbox sent',
  description: `
DMs are listed as followers received them. Emails are only queued, never sent. A webhook event is "waiting" until an
attempt is answered with HTTP 200 ("delivered") or all attempts failed ("failed"). Attempts are made while "sandbox start"
or "sandbox exec" runs, and by "sandbox clock advance"; "hooks history" lists them. --follow runs until interrupted: it
prints the latest entries, oldest first, then each entry that is sent, delivered or failed.`,
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
    kind: defineFlag(OutboxKind.optional().describe('only entries of this kind'), { placeholder: 'kind' }),
    recipient: defineFlag(
      z.string().optional().describe('only entries to or about this follower (handle or id)'),
      { placeholder: 'who' },
    ),
    profile: defineFlag(z.string().optional().describe('only entries of this profile'), {
      short: 'p',
      placeholder: 'alias',
      offers: 'sandbox alias',
    }),
    since: SINCE,
    limit: defineFlag(z.int().min(1).optional().describe(`maximum number to list (default: ${SHOWN})`), {
      short: 'n',
      placeholder: 'n',
    }),
    all: z.boolean().default(false).describe('list all entries'),
    cursor: defineFlag(
      z.string().optional().describe('continue a list: the value of `next` from its JSON output'),
      {
        placeholder: 'c',
      },
    ),
    follow: z.boolean().default(false).describe('keep running and print entries as they are sent'),
  }),
  output: z.object({
    outbox: z.array(OutboxItem).describe('newest first'),
    meta: z.object({
      pagination: z.object({
        next: z.string().nullable().describe('cursor after the last row, for --cursor'),
        hasMore: z.boolean().describe('whether older entries are not listed'),
        limit: z.int().nullable().describe('null with --all'),
      }),
    }),
  }),
  records: 'outbox',
  async run({ limit, all, cursor, follow, ...wanted }, { sandbox, ...context }) {
    if (all && limit !== undefined)
      throw createUsageError('--all and --limit cannot be used together', 'use only one of them');
    if (follow && cursor !== undefined) {
      throw createUsageError(
        '--follow and --cursor cannot be used together',
        '--follow starts with the latest entries',
      );
    }
    const from = cursor === undefined ? OUTBOX_START : decodeOutboxCursor(cursor);
    const control = await sandbox();
    if (follow) {
      const { followOutbox } = await import('../follow-outbox.ts');
      return followOutbox(wanted, { ...context, control, limit: all ? null : (limit ?? SHOWN) });
    }
    const { clock, upcoming } = await control.call('status', {});
    const now = Date.parse(clock.now);
    const emptyText = (others: number) => describeEmptyOutbox({ others, upcoming, now });
    if (all) return streamOutbox(control, { filter: wanted, now, from, formatEmpty: emptyText });
    return listOutboxPage(control, {
      filter: wanted,
      now,
      from,
      formatEmpty: emptyText,
      limit: limit ?? SHOWN,
    });
  },
});
