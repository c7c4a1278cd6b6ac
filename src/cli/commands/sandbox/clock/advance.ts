import * as z from 'zod';
import { ActivityRow } from '../../../../facts/activity.ts';
import { CONTROL } from '../../../../facts/control.ts';
import { clockNotes, clockView } from '../../../clock-view.ts';
import { defineCommand } from '../../../command.ts';
import { endedRows } from '../../../engage/ended-rows.ts';
import { foundActivity } from '../../../engage/found-activity.ts';
import { duration } from '../../../flags.ts';
import { countsText } from '../../../sandbox-status.ts';
import { moveClock } from '../../../saying-where.ts';

export default defineCommand({
  summary: 'Move the clock of the sandbox on, and run everything that falls due',
  description: 'What falls due is run in order, before this ends. A clock that was real stands still then.',
  examples: ['sandbox clock advance 10m', 'sandbox clock advance 16h --json'],
  positional: ['duration'],
  changes: true,
  flags: [],
  input: z.object({ duration: duration().describe('how far, with its unit: 30s, 10m, 1h30m, 2d, 1w') }),
  output: CONTROL.advanceClock.answer.extend({
    ended: z.array(ActivityRow).describe('the rows of activity that ended, in their order'),
    names: z
      .record(z.string(), z.string())
      .describe('handles of their people by id, also where the network tells the id alone'),
  }),
  async run({ duration }, context) {
    const control = await context.sandbox();
    const { before, after } = await moveClock(control, duration, context);
    const { ended: ids, ...answer } = after;
    const { activity, names } = await foundActivity(control, ids);
    const ended = inOrder(ids, activity);
    const { lines } = clockView(answer);
    const hasRun = Object.values(answer.ran).some((count) => count > 0);
    const ran = hasRun ? [{ name: 'ran', title: 'done', value: countsText(answer.ran) }] : [];
    return {
      view: {
        kind: 'record',
        document: { ...answer, ended, names },
        lines: [...lines, ...ran, ...endedRows(ended, names)],
      },
      notes: clockNotes(before.clock, answer),
    };
  },
});

function inOrder(ids: readonly string[], rows: readonly ActivityRow[]): readonly ActivityRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
