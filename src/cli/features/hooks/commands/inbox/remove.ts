import * as z from 'zod';
import { formatCount } from '../../../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../../../errors.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import { createDurationSchema, defineFlag, defineSwitch } from '../../../../framework/input/flags/flags.ts';
import { yes } from '../../../../framework/input/flags/shared-flags.ts';
import { STORE_FLAGS } from '../../../webhooks/choose-store.ts';
import {
  FILLED_INBOX,
  listNumbers,
  NUMBERS,
  openChosenInbox,
  readFilter,
  requireDeliveries,
  requireSelection,
  SELECTION,
} from '../../receiver/inbox-records.ts';

export default defineCommand({
  summary: 'Remove received deliveries',
  description: `
Removes them with their attempts, also those that still wait. Their hook ids stay remembered, so that a repetition is
still known. "hooks listen" removes by itself what is older than --keep and not waiting or dead.`,
  before: FILLED_INBOX,
  examples: [
    'hooks inbox remove --older-than 30d --dry-run --sandbox',
    'hooks inbox remove --state repeated --yes --sandbox',
    'hooks inbox remove 3 4 --yes --sandbox --json',
  ],
  positional: ['numbers'],
  changes: true,
  flags: [],
  input: z.object({
    numbers: NUMBERS,
    ...SELECTION,
    olderThan: defineFlag(createDurationSchema().optional().describe('only received longer ago'), {
      placeholder: 'age',
    }),
    dryRun: defineSwitch('count what would be removed, and remove nothing'),
    yes,
    ...STORE_FLAGS,
  }),
  output: z.strictObject({ removed: z.int().describe('deliveries; with --dry-run, that would be') }),
  async run(flags, context) {
    const { io } = context;
    const { olderThan, dryRun, yes } = flags;
    const chosen = readFilter(flags, io);
    if (olderThan !== undefined && chosen.until !== undefined)
      throw createUsageError('--older-than and --until say the same', 'use only one of them');
    const filter = olderThan === undefined ? chosen : { ...chosen, until: io.now() - olderThan };
    requireSelection(filter, 'remove');
    const inbox = await openChosenInbox(flags, context);
    await requireDeliveries(inbox, flags.numbers);
    const { length: count } = await listNumbers(inbox, filter);
    const what = formatCount(count, 'delivery');
    if (!dryRun && count > 0) await io.confirm({ what: `remove ${what}`, details: async () => [], yes });
    const removed = dryRun ? count : await inbox.remove(filter);
    return {
      view: {
        kind: 'record',
        document: { removed },
        lines: [{ name: 'removed', title: dryRun ? 'would be removed' : 'removed', value: removed }],
      },
      notes: dryRun ? ['nothing was removed'] : [],
    };
  },
});
