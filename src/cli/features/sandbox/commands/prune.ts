import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { CONTROL } from '../../../../service/control/control.ts';
import { RETENTION } from '../../../../service/control/retention.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import { createDurationSchema, defineFlag, defineSwitch } from '../../../framework/input/flags/flags.ts';
import { yes } from '../../../framework/input/flags/shared-flags.ts';

export default defineLocalChange({
  summary: 'Remove old activity, messages and deliveries',
  description: `
Removes what has ended and was created before the given age, by the sandbox clock: activity, engagement events, sent DMs
and emails, deliveries with their attempts, uploaded files that no scheduled post needs, and counters. Posts, comments, automations and settings are kept, and so is
what a rule still needs: activity of the last 30 days, the newest 1,000 deliveries of each action of the last 6 months,
dedup claims for a year, and everything unfinished.

Nothing is removed without this command; "sandbox status" says when the data of the sandbox is large.`,
  examples: ['sandbox prune --older-than 90d --dry-run', 'sandbox prune --older-than 31d --yes --json'],
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
  async change({ olderThan = RETENTION.days * DAY_MS, dryRun, yes }, { sandbox, io }) {
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
          return [`before ${before}: ${formatSize(total)}`];
        },
        yes,
      });
    }
    return control.call('prune', { olderThanMs: olderThan, dryRun });
  },
  lines: ({ removed, total, before, file }, { dryRun }) => [
    { name: 'before', title: 'created before', value: before },
    ...Object.entries(removed).map(([name, size]) => ({ name, title: name, value: formatSize(size) })),
    { name: 'total', title: dryRun ? 'would be removed' : 'removed', value: formatSize(total) },
    {
      name: 'file',
      title: 'size of the data',
      value: `${file.bytesBefore} bytes before, ${file.bytesAfter} after`,
    },
  ],
  notes: (_pruned, { dryRun }) => (dryRun ? ['nothing was removed'] : []),
});

function formatSize({ rows, bytes }: { rows: number; bytes: number }): string {
  return `${rows} rows, ${bytes} bytes`;
}
