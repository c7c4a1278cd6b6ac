import * as z from 'zod';
import { defineCommand } from '../../command.ts';
import { buildStatusView, readSandboxStatus, SandboxStatus } from '../../sandbox-status.ts';

export default defineCommand({
  summary: 'Show how the sandbox is: served or not, its key, plan and clock',
  examples: ['sandbox status', 'sandbox status --json'],
  flags: [],
  input: z.object({}),
  output: SandboxStatus,
  async run(_input, { sandbox }) {
    return { view: buildStatusView(await readSandboxStatus(await sandbox({ isBrief: true }))) };
  },
});
