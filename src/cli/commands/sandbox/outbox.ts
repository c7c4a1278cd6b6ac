import * as z from 'zod';
import { usageError } from '../../../errors.ts';
import { SINCE } from '../../activity/since.ts';
import { defineCommand } from '../../command.ts';
import { nothingSent } from '../../engage/nothing-sent.ts';
import { OutboxKind, outboxOf, Sent } from '../../engage/outbox.ts';
import { outboxView } from '../../engage/outbox-view.ts';
import { isWanted } from '../../engage/outbox-wanted.ts';
import { written } from '../../flags.ts';

const SHOWN = 100;

export default defineCommand({
  summary: 'Show the DMs, emails and events that the sandbox sent',
  description: `
DMs are as the followers got them; an email is queued, and goes nowhere. An event for a webhook is "waiting" until an
attempt is answered with HTTP 200 ("delivered"), or it is given up ("failed"): attempts are made while "sandbox start" or
"sandbox exec" runs, and by "sandbox clock advance"; "hooks history" lists them. The oldest stands first; of many, the
latest are shown. --follow goes on until it is ended.`,
  before: ['sandbox engage comment --from mara --text GUIDE --run'],
  examples: [
    'sandbox outbox',
    'sandbox outbox --recipient mara --kind dm',
    'sandbox outbox --since 1h -n 5',
    'sandbox outbox --json --fields at,to,text',
  ],
  flags: [],
  input: z.object({
    kind: written(OutboxKind.optional().describe('only these'), { placeholder: 'kind' }),
    recipient: written(
      z.string().optional().describe('only what is for this follower, or about them: handle or id'),
      { placeholder: 'who' },
    ),
    profile: written(z.string().optional().describe('only what this profile sent'), {
      short: 'p',
      placeholder: 'alias',
      offers: 'sandbox alias',
    }),
    since: SINCE,
    limit: written(z.int().min(1).optional().describe(`how many, ${SHOWN} unless said`), {
      short: 'n',
      placeholder: 'n',
    }),
    all: z.boolean().default(false).describe('as many as there are'),
    follow: z.boolean().default(false).describe('go on, and print what is sent as it is sent'),
  }),
  output: z.object({
    outbox: z.array(Sent),
    meta: z.object({
      pagination: z.object({
        hasMore: z.boolean().describe('older ones were left out'),
        limit: z.int().nullable().describe('null for as many as there are'),
      }),
    }),
  }),
  records: 'outbox',
  async run({ limit, all, follow, ...wanted }, { sandbox, ...context }) {
    if (all && limit !== undefined) throw usageError('--all and --limit cannot both be', 'leave one out');
    const control = await sandbox();
    const most = all ? null : (limit ?? SHOWN);
    if (follow) {
      const { followOutbox } = await import('../../engage/follow-outbox.ts');
      return followOutbox(wanted, { ...context, control, limit: most });
    }
    const everything = await outboxOf(control);
    const { clock, coming } = await control.call('status', {});
    const now = Date.parse(clock.now);
    const found = everything.filter(isWanted(wanted, now));
    const shown = most === null ? found : found.slice(-most);
    const hasMore = shown.length < found.length;
    const empty = nothingSent({ others: everything.length, coming, now });
    return {
      view: outboxView(shown, { limit: most, hasMore, empty }),
      asOf: now,
      notes: hasMore
        ? [`these are the latest ${shown.length} of ${found.length}: --all prints all of them`]
        : [],
    };
  },
});
