import * as z from 'zod';
import { deleteAutoSchedule } from '../../../../service/endpoints/auto-schedule.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { buildPlannedView } from '../../../framework/command/writes.ts';
import { REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { TITLE } from '../schedule-flags.ts';

export default defineCommand({
  summary: 'Delete a posting schedule',
  description: `
Asks for confirmation. Posts that are scheduled keep their times. Without a title, deletes the schedule "default".`,
  before: ['schedule set --time 09:00Z', 'schedule set Weekend --time 11:00Z --days sat,sun'],
  examples: [
    'schedule delete Weekend --yes',
    'schedule delete --yes --json',
    'schedule delete Weekend --dry-run',
  ],
  positional: ['title'],
  changes: true,
  flags: [REMOTE, WRITE],
  validationCode: 101,
  input: z.object({ title: TITLE }),
  output: deleteAutoSchedule.answer,
  async run({ title, dryRun, yes }, { service, io }) {
    const client = await service.client({ writes: !dryRun, sends: { row: deleteAutoSchedule } });
    const input = { body: { title } };
    if (dryRun) return { view: buildPlannedView(client.plan(deleteAutoSchedule, input)) };
    await io.confirm({ what: `delete the posting schedule "${title}"`, yes });
    const answer = await client.call(deleteAutoSchedule, input);
    return {
      view: {
        kind: 'record',
        document: answer.body,
        lines: [{ name: 'title', title: 'deleted', value: answer.body.title ?? title }],
      },
      raw: answer.bytes,
    };
  },
});
