import * as z from 'zod';
import { ALLOW_PRIVATE } from '../../allow-private.ts';
import { defineCommand } from '../../command.ts';
import { buildIsolatedVariables } from '../../sandbox-variables.ts';
import { requireSeedFile, SEED } from '../../seed-file.ts';

export default defineCommand({
  summary: 'Run a command beside a throw-away sandbox that is served for it alone',
  description: `
Address, API key and X pair of the sandbox are in the command's environment (CRIER_BASE_URL, CRIER_API_KEY,
CRIER_X_API_KEY, CRIER_X_API_SECRET); other keys, contexts and profiles are taken out of it. This program's sandbox
commands mean that sandbox there, too (CRIER_STATE_DIR). The streams are the command's, and so is the exit code; signals
are passed on, and a second one ends the command. The sandbox is in memory, with new demo data or that of --seed, and
gone when the command ends. What falls due there is done meanwhile: webhooks and message callbacks leave this machine; --allow-private lets
them reach a receiver on it.`,
  examples: [
    'sandbox exec -- crier comments get Sp7kQm2XvLr9TzBd4HnW',
    'sandbox exec -- sh -c \'curl -s -H "Authorization: Bearer $CRIER_API_KEY" $CRIER_BASE_URL/user\'',
  ],
  positional: ['command'],
  changes: true,
  flags: [],
  input: z.object({
    command: z.array(z.string()).min(1).describe('the command and its words, all of them its own'),
    seed: SEED,
    allowPrivate: ALLOW_PRIVATE,
  }),
  output: z.unknown(),
  async run({ command, seed, allowPrivate }, { server, machine }) {
    const here = await server();
    const { note, stateFolder } = await here.startTemporary({
      allowPrivate,
      seed: requireSeedFile(seed, machine),
    });
    const variables = buildIsolatedVariables(note, stateFolder);
    return { view: null, keepRunning: () => here.runCommand(command, variables) };
  },
});
