import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import { FAULT_COLUMNS } from '../../control-views.ts';

export default defineLocalRead({
  summary: 'List the injected faults',
  examples: ['sandbox fault list', 'sandbox fault list --json'],
  input: z.object({}),
  output: CONTROL.listFaults.answer,
  records: 'faults',
  read: async (_input, { sandbox }) => (await (await sandbox.control()).call('listFaults', {})).faults,
  columns: FAULT_COLUMNS,
  empty: 'no faults',
});
