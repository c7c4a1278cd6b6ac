import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import { buildAccountView } from '../../control-views.ts';

export default defineCommand({
  summary: 'List the linked accounts of all sandbox profiles',
  examples: ['sandbox account list', 'sandbox account list --json'],
  flags: [],
  input: z.object({}),
  output: CONTROL.listAccounts.answer,
  records: 'accounts',
  async run(_input, { sandbox }) {
    const { accounts } = await (await sandbox.control()).call('listAccounts', {});
    return { view: buildAccountView(accounts) };
  },
});
