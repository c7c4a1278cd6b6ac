import * as z from 'zod';
import { describeOutcome } from '../../../../../domain/automations/activity-outcome.ts';
import { CONTROL } from '../../../../../service/control/control.ts';
import { ActivityRow } from '../../../../../service/endpoints/activity.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import { createDurationSchema } from '../../../../framework/input/flags/flags.ts';
import type { RecordLine } from '../../../../framework/output/view.ts';
import { findActivity, getRecipientName } from '../../../automations/activity/activity-list.ts';
import { noteBlockedDeliveries } from '../../../webhooks/blocked-deliveries.ts';
import { ALLOW_PRIVATE } from '../../../webhooks/private-addresses.ts';
import { listClockLines, listClockNotes, moveClock } from '../../clock-view.ts';
import { formatSent } from '../../sandbox-status.ts';

export default defineCommand({
  summary: 'Advance the sandbox clock and run everything due',
  description: `
Work is run in the order in which it is due, before the command returns. The clock continues from there in real time; one
that "sandbox clock set" froze stays frozen. Webhook attempts and message callbacks that fall due are sent too. They reach a
receiver on this machine only with --allow-private, which also permits http; a running server uses the list it was started
with.`,
  examples: [
    'sandbox clock advance 10m',
    'sandbox clock advance 16h --json',
    'sandbox clock advance 1m --allow-private 127.0.0.1:8080',
  ],
  positional: ['duration'],
  changes: true,
  flags: [],
  input: z.object({
    duration: createDurationSchema().describe('amount of time with its unit: 30s, 10m, 1h30m, 2d, 1w'),
    allowPrivate: ALLOW_PRIVATE,
  }),
  output: CONTROL.advanceClock.answer.extend({
    ended: z.array(ActivityRow).describe('activity rows that ended, in order'),
    names: z
      .record(z.string(), z.string())
      .describe('handles of their people by id, even if the network reveals only ids'),
  }),
  async run({ duration, allowPrivate }, { sandbox, io }) {
    const control = await sandbox.control({ allowance: allowPrivate });
    const { before, after } = await moveClock(control, duration, io);
    const then = await control.call('status', {});
    const { ended: ids, ...answer } = after;
    const { activity, names } = await findActivity(control, ids);
    const ended = orderRows(ids, activity);
    const hasRun = Object.values(answer.processed).some((count) => count > 0);
    const ran = hasRun ? [{ name: 'processed', title: 'done', value: formatSent(answer.processed) }] : [];
    return {
      view: {
        kind: 'record',
        document: { ...answer, ended, names },
        lines: [...listClockLines(answer), ...ran, ...buildCompletedLines(ended, names)],
      },
      notes: [
        ...listUnusedAllowances(allowPrivate, then.allowed),
        ...listClockNotes(before.clock, answer),
        ...noteBlockedDeliveries(then, control),
      ],
    };
  },
});

/** A running server uses the list it was started with. */
function listUnusedAllowances(wanted: readonly string[], allowed: readonly string[]): readonly string[] {
  const without = wanted.filter((address) => !allowed.includes(address));
  if (without.length === 0) return [];
  const list = allowed.length === 0 ? 'which is empty' : `which is ${allowed.join(', ')}`;
  return [`--allow-private was ignored: the running server uses its own list, ${list}`];
}

function orderRows(ids: readonly string[], rows: readonly ActivityRow[]): readonly ActivityRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Fits on a screen together with the lines above. */
const MOST_SHOWN = 15;

/**
 * Builds lines for completed rows of activity: one each in tables, their number for programs. Empty without rows.
 *
 * @param names handles by id, where rows have none
 */
function buildCompletedLines(
  rows: readonly ActivityRow[],
  names: Readonly<Record<string, string>>,
): readonly RecordLine[] {
  if (rows.length === 0) return [];
  const shown = rows
    .slice(0, MOST_SHOWN)
    .map((row) => ({ title: row.status, shown: `${getRecipientName(row, names)}: ${describeOutcome(row)}` }));
  const more = rows.length - shown.length;
  const parts = more === 0 ? shown : [...shown, { title: 'more', shown: String(more) }];
  return [{ name: 'ended', title: 'ended', value: rows.length, parts }];
}
