import * as z from 'zod';
import { CrierError } from '../../../../errors.ts';
import { defineLocalRead } from '../../../framework/command/define-local.ts';
import { defineSwitch } from '../../../framework/input/flags/flags.ts';
import { buildStatusView, listStatusNotes, readSandboxStatus, SandboxStatus } from '../sandbox-status.ts';

export default defineLocalRead({
  summary: 'Show the server, key, plan and clock of the sandbox',
  examples: ['sandbox status', 'sandbox status --json'],
  input: z.object({ check: defineSwitch('exit 11 when no server runs, as a health check') }),
  output: SandboxStatus,
  read: async (_input, { sandbox }) => readSandboxStatus(await sandbox.control({ isBrief: true })),
  show: (status, { check }) => ({
    view: buildStatusView(status),
    notes: listStatusNotes(status),
    ...(check &&
      !status.running && {
        failure: new CrierError('differs', 'no server of this sandbox runs', {
          http: null,
          advice: 'start one with "crier sandbox start"',
        }),
      }),
  }),
});
