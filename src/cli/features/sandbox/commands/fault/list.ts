import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import { buildFaultView } from '../../control-views.ts';

export default defineCommand({
  summary: 'List the injected faults',
  examples: ['sandbox fault list', 'sandbox fault list --json'],
  flags: [],
  input: z.object({}),
  output: CONTROL.listFaults.answer,
  records: 'faults',
  async run(_input, { sandbox }) {
    const { faults } = await (await sandbox.control()).call('listFaults', {});
    return { view: buildFaultView(faults) };
  },
});
