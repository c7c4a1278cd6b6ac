import * as z from 'zod';
import { ActivityRow } from '../../../../facts/activity.ts';
import { CONTROL } from '../../../../facts/control.ts';
import { ALLOW_PRIVATE } from '../../../allow-private.ts';
import { noteBlockedDeliveries } from '../../../blocked-deliveries.ts';
import { moveClock } from '../../../clock-progress.ts';
import { buildClockView, listClockNotes } from '../../../clock-view.ts';
import { defineCommand } from '../../../command.ts';
import { buildCompletedLines } from '../../../engage/build-completed-lines.ts';
import { findActivity } from '../../../engage/find-activity.ts';
import { createDurationSchema } from '../../../flags.ts';
import { formatSent } from '../../../sandbox-status.ts';

export default defineCommand({
  summary: 'Move the clock of the sandbox on, and run everything that falls due',
  description: `
What falls due is run in order, before this ends. A clock that was real stands still then. Webhooks and message callbacks
are asked, too: each attempt that falls due on the way. A receiver on this machine is reached only with --allow-private,
which also lets http be used; where a server runs, it goes by what it was started with.`,
  examples: [
    'sandbox clock advance 10m',
    'sandbox clock advance 16h --json',
    'sandbox clock advance 1m --allow-private 127.0.0.1:8080',
  ],
  positional: ['duration'],
  changes: true,
  flags: [],
  input: z.object({
    duration: createDurationSchema().describe('how far, with its unit: 30s, 10m, 1h30m, 2d, 1w'),
    allowPrivate: ALLOW_PRIVATE,
  }),
  output: CONTROL.advanceClock.answer.extend({
    ended: z.array(ActivityRow).describe('the rows of activity that ended, in their order'),
    names: z
      .record(z.string(), z.string())
      .describe('handles of their people by id, also where the network tells the id alone'),
  }),
  async run({ duration, allowPrivate }, context) {
    const control = await context.sandbox({ allowance: allowPrivate });
    const { before, after } = await moveClock(control, duration, context);
    const then = await control.call('status', {});
    const { ended: ids, ...answer } = after;
    const { activity, names } = await findActivity(control, ids);
    const ended = orderRows(ids, activity);
    const { lines } = buildClockView(answer);
    const hasRun = Object.values(answer.processed).some((count) => count > 0);
    const ran = hasRun ? [{ name: 'processed', title: 'done', value: formatSent(answer.processed) }] : [];
    return {
      view: {
        kind: 'record',
        document: { ...answer, ended, names },
        lines: [...lines, ...ran, ...buildCompletedLines(ended, names)],
      },
      notes: [
        ...listUnusedAllowances(allowPrivate, then.allowed),
        ...listClockNotes(before.clock, answer),
        ...noteBlockedDeliveries(then, control),
      ],
    };
  },
});

/** A server reaches what it was started with, whatever is said here. */
function listUnusedAllowances(wanted: readonly string[], allowed: readonly string[]): readonly string[] {
  const without = wanted.filter((address) => !allowed.includes(address));
  if (without.length === 0) return [];
  const list = allowed.length === 0 ? 'which is empty' : `which is ${allowed.join(', ')}`;
  return [`--allow-private has no part in this: a server runs, and goes by its own list, ${list}`];
}

function orderRows(ids: readonly string[], rows: readonly ActivityRow[]): readonly ActivityRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
