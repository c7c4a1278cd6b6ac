import * as z from 'zod';
import { deleteAutoSchedule } from '../../../../service/endpoints/auto-schedule.ts';
import { defineChange } from '../../../framework/command/define-change.ts';
import { TITLE } from '../schedule-flags.ts';

export default defineChange({
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
  validationCode: 101,
  input: z.object({ title: TITLE }),
  output: deleteAutoSchedule.answer,
  call: deleteAutoSchedule,
  forProfiles: true,
  request: ({ title }) => ({ body: { title } }),
  confirm: ({ title }) => ({ what: `delete the posting schedule "${title}"` }),
  lines: (answer, { title }) => [{ name: 'title', title: 'deleted', value: answer.title ?? title }],
});
