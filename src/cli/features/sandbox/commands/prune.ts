import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { CONTROL } from '../../../../service/control/control.ts';
import { RETENTION } from '../../../../service/control/retention.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { createDurationSchema, defineFlag, defineSwitch } from '../../../framework/input/flags/flags.ts';
import { yes } from '../../../framework/input/flags/shared-flags.ts';

export default defineCommand({
  summary: 'Remove old activity, messages and deliveries',
  description: `
Removes what has ended and was created before the given age, by the sandbox clock: activity, engagement events, sent DMs
and emails, deliveries with their attempts, uploaded files that no scheduled post needs, and counters. Posts, comments, automations and settings are kept, and so is
what a rule still needs: activity of the last 30 days, the newest 1,000 deliveries of each action of the last 6 months,
dedup claims for a year, and everything unfinished.

Nothing is removed without this command; "sandbox status" says when the data of the sandbox is large.`,
  examples: ['sandbox prune --older-than 90d --dry-run', 'sandbox prune --older-than 31d --yes --json'],
  changes: true,
  flags: [],
  input: z.object({
    olderThan: defineFlag(
      createDurationSchema()
        .optional()
        .describe(`minimum age to remove (default: ${RETENTION.days}d; at least ${RETENTION.minDays}d)`),
      { placeholder: 'age' },
    ),
    dryRun: defineSwitch('count what would be removed, and remove nothing'),
    yes,
  }),
  output: CONTROL.prune.answer,
  async run({ olderThan = RETENTION.days * DAY_MS, dryRun, yes }, { sandbox, io }) {
    if (olderThan < RETENTION.minDays * DAY_MS) {
      throw createUsageError(
        `--older-than must be ${RETENTION.minDays}d or more: activity of the last 30 days is always kept`,
        '"crier sandbox reset" removes everything',
      );
    }
    const control = await sandbox.control();
    if (!dryRun) {
      await io.confirm({
        what: 'remove old data of the sandbox',
        details: async () => {
          const { total, before } = await control.call('prune', { olderThanMs: olderThan, dryRun: true });
          return [`before ${before}: ${total.rows} rows, ${total.bytes} bytes`];
        },
        yes,
      });
    }
    const document = await control.call('prune', { olderThanMs: olderThan, dryRun });
    const { removed, total, before, file } = document;
    return {
      view: {
        kind: 'record',
        document,
        lines: [
          { name: 'before', title: 'created before', value: before },
          ...Object.entries(removed).map(([name, { rows, bytes }]) => ({
            name,
            title: name,
            value: `${rows} rows, ${bytes} bytes`,
          })),
          {
            name: 'total',
            title: dryRun ? 'would be removed' : 'removed',
            value: `${total.rows} rows, ${total.bytes} bytes`,
          },
          {
            name: 'file',
            title: 'size of the data',
            value: `${file.bytesBefore} bytes before, ${file.bytesAfter} after`,
          },
        ],
      },
      notes: dryRun ? ['nothing was removed'] : [],
    };
  },
});
