import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import { ACCOUNT_COLUMNS } from '../../control-views.ts';

export default defineLocalRead({
  summary: 'List the linked accounts of all sandbox profiles',
  examples: ['sandbox account list', 'sandbox account list --json'],
  input: z.object({}),
  output: CONTROL.listAccounts.answer,
  records: 'accounts',
  read: async (_input, { sandbox }) => (await (await sandbox.control()).call('listAccounts', {})).accounts,
  columns: ACCOUNT_COLUMNS,
  empty: 'no accounts',
});
