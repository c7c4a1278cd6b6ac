import * as z from 'zod';
import { defineLocalRead } from '../../../framework/command/define-local.ts';
import { buildStatusView, listStatusNotes, readSandboxStatus, SandboxStatus } from '../sandbox-status.ts';

export default defineLocalRead({
  summary: 'Show the server, key, plan and clock of the sandbox',
  examples: ['sandbox status', 'sandbox status --json'],
  input: z.object({}),
  output: SandboxStatus,
  read: async (_input, { sandbox }) => readSandboxStatus(await sandbox.control({ isBrief: true })),
  show: (status) => ({ view: buildStatusView(status), notes: listStatusNotes(status) }),
});
