import * as z from 'zod';
import { defineCommand } from '../../command.ts';
import { sandboxVariables } from '../../sandbox-variables.ts';

export default defineCommand({
  summary: 'Run a command beside a throw-away sandbox that is served for it alone',
  description: `
Address, API key and X pair of the sandbox are in the command's environment (CRIER_BASE_URL, CRIER_API_KEY,
CRIER_X_API_KEY, CRIER_X_API_SECRET). The streams are the command's, and so is the exit code; signals are passed on.
The sandbox is in memory, with new demo data, and gone when the command ends.`,
  examples: [
    'sandbox exec -- crier comments get Sp7kQm2XvLr9TzBd4HnW',
    'sandbox exec -- sh -c \'curl -s -H "Authorization: Bearer $CRIER_API_KEY" $CRIER_BASE_URL/user\'',
  ],
  positional: ['command'],
  flags: [],
  input: z.object({
    command: z.array(z.string()).min(1).describe('the command and its words, behind `--`'),
  }),
  output: z.unknown(),
  async run({ command }, { server }) {
    const here = await server();
    const variables = sandboxVariables(await here.startThrowAway());
    return { view: null, goOn: () => here.runCommand(command, variables) };
  },
});
