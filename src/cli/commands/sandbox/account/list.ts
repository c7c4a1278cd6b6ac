import * as z from 'zod';
import { CONTROL } from '../../../../facts/control.ts';
import { buildAccountView } from '../../../account-view.ts';
import { defineCommand } from '../../../command.ts';

export default defineCommand({
  summary: 'List what every profile of the sandbox has linked, and how well',
  examples: ['sandbox account list', 'sandbox account list --json'],
  flags: [],
  input: z.object({}),
  output: CONTROL.listAccounts.answer,
  records: 'accounts',
  async run(_input, { sandbox }) {
    const { accounts } = await (await sandbox()).call('listAccounts', {});
    return { view: buildAccountView(accounts) };
  },
});
