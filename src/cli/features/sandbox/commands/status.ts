import * as z from 'zod';
import { defineCommand } from '../../../framework/command/command.ts';
import { buildStatusView, listStatusNotes, readSandboxStatus, SandboxStatus } from '../sandbox-status.ts';

export default defineCommand({
  summary: 'Show the server, key, plan and clock of the sandbox',
  examples: ['sandbox status', 'sandbox status --json'],
  flags: [],
  input: z.object({}),
  output: SandboxStatus,
  async run(_input, { sandbox }) {
    const status = await readSandboxStatus(await sandbox.control({ isBrief: true }));
    return { view: buildStatusView(status), notes: listStatusNotes(status) };
  },
});
