import * as z from 'zod';
import { defineCommand } from '../../../framework/command/command.ts';
import { ALLOW_PRIVATE } from '../../webhooks/private-addresses.ts';
import { buildIsolatedVariables } from '../sandbox-variables.ts';
import { requireSeedFile, SEED } from '../seed-file.ts';

export default defineCommand({
  summary: 'Run a command with a temporary sandbox server',
  description: `
The environment of the command has the address and keys of the sandbox (CRIER_BASE_URL, CRIER_API_KEY, CRIER_X_API_KEY,
CRIER_X_API_SECRET) and no other keys, contexts or profiles. "crier sandbox" commands run by it use the same sandbox
(CRIER_STATE_DIR). Input, output and the exit code are those of the command. Signals are passed on; a second one ends it.

The sandbox is kept in memory, starts with new demo data or that of --seed, and is deleted when the command ends. Due work
runs in the meantime: webhooks and message callbacks are really sent, and with --allow-private also to this machine.`,
  examples: [
    'sandbox exec -- crier comments get Sp7kQm2XvLr9TzBd4HnW',
    'sandbox exec -- sh -c \'curl -s -H "Authorization: Bearer $CRIER_API_KEY" $CRIER_BASE_URL/user\'',
  ],
  positional: ['command'],
  changes: true,
  flags: [],
  input: z.object({
    command: z.array(z.string()).min(1).describe('command to run, with its arguments'),
    seed: SEED,
    allowPrivate: ALLOW_PRIVATE,
  }),
  output: z.unknown(),
  async run({ command, seed, allowPrivate }, { sandbox, io }) {
    const here = await sandbox.server();
    const { note, stateFolder } = await here.startTemporary({
      allowPrivate,
      seed: requireSeedFile(seed, io.machine),
    });
    const variables = buildIsolatedVariables(note, stateFolder);
    return { view: null, keepRunning: () => here.runCommand(command, variables) };
  },
});
