import * as z from 'zod';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { ListMeta } from '../../../../framework/output/list-meta.ts';
import { buildListMeta } from '../../../../framework/output/view.ts';
import { noteSandboxInbox, STORE_FLAGS } from '../../../webhooks/choose-store.ts';
import {
  buildInboxRecord,
  FILLED_INBOX,
  INBOX_COLUMNS,
  InboxRecord,
  openChosenInbox,
  readFilter,
  SELECTION,
} from '../../receiver/inbox-records.ts';

const SHOWN = 25;

export default defineLocalRead({
  summary: 'List received deliveries',
  description: `
Newest first. A delivery is "kept" without a target, "waiting" while a target has not got it, "forwarded" when all have,
"dead" when a target was given up, and "repeated" when it repeats another one. With --sandbox, the deliveries of the
sandbox.`,
  before: FILLED_INBOX,
  examples: [
    'hooks inbox list --sandbox',
    'hooks inbox list --state dead --since 2h --sandbox',
    'hooks inbox list -n 5 --sandbox --json',
  ],
  input: z.object({
    ...SELECTION,
    limit: defineFlag(z.int().min(1).default(SHOWN).describe('maximum number to list'), {
      short: 'n',
      placeholder: 'n',
    }),
    ...STORE_FLAGS,
  }),
  output: z.object({ deliveries: z.array(InboxRecord), meta: ListMeta }),
  records: 'deliveries',
  async read(flags, context) {
    const inbox = await openChosenInbox(flags, context);
    return inbox.list(readFilter(flags, context.io), flags.limit + 1);
  },
  async show(found, { limit, ...flags }, context) {
    const hasMore = found.length > limit;
    const deliveries = found.slice(0, limit).map(buildInboxRecord);
    return {
      view: {
        kind: 'list',
        document: { deliveries, meta: buildListMeta({ hasMore, limit }) },
        key: 'deliveries',
        rows: deliveries,
        columns: INBOX_COLUMNS,
        empty: 'no deliveries',
        notesEmpty: true,
      },
      notes: hasMore
        ? [`showing the latest ${limit}: raise -n to see more`]
        : found.length === 0
          ? await noteSandboxInbox(flags, context)
          : [],
    };
  },
});
