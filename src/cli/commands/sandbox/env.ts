import * as z from 'zod';
import { usageError } from '../../../errors.ts';
import { defineCommand } from '../../command.ts';
import { sandboxVariables } from '../../sandbox-variables.ts';

export default defineCommand({
  summary: 'Print the settings with which programs reach the sandbox that is served',
  description:
    'For a shell: eval "$(crier sandbox env)". The keys are the sandbox\'s own, good for nothing else.',
  before: ['sandbox start --detach'],
  examples: ['sandbox env', 'sandbox env --json'],
  flags: [],
  input: z.object({}),
  output: z.strictObject({
    CRIER_BASE_URL: z.string(),
    CRIER_API_KEY: z.string(),
    CRIER_X_API_KEY: z.string(),
    CRIER_X_API_SECRET: z.string(),
  }),
  async run(_input, { server, calledAs }) {
    const note = await (await server()).find();
    if (note === null) {
      throw usageError(
        'the sandbox has no address: no process serves it',
        `start one: ${calledAs} sandbox start --detach`,
      );
    }
    const variables = sandboxVariables(note);
    const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}\n`);
    return {
      view: { kind: 'page', document: variables, blocks: [{ kind: 'output', text: lines.join('') }] },
    };
  },
});

/** Between single quotes a shell changes nothing. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
