import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import { MEDIA_COLUMNS } from '../../control-views.ts';

export default defineLocalRead({
  summary: 'List the described media files',
  examples: ['sandbox media list', 'sandbox media list --json'],
  input: z.object({}),
  output: CONTROL.listMedia.answer,
  records: 'media',
  read: async (_input, { sandbox }) => (await (await sandbox.control()).call('listMedia', {})).media,
  columns: MEDIA_COLUMNS,
  empty: 'no media files',
});
