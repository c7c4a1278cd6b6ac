import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import type { ServerNote } from '../../../../sandbox/server-note.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { buildWords, formatCommand } from '../../../framework/output/text/shell-command.ts';
import { SANDBOX } from '../../../framework/settings/settings.ts';
import { requireAlias } from '../../profiles/saved-profiles.ts';
import { buildSandboxVariables } from '../sandbox-variables.ts';

export default defineCommand({
  summary: 'Print the environment variables to use the sandbox',
  description: `
Requires a running sandbox server. In a shell: eval "$(crier sandbox env)". The keys work only in this sandbox. With
--profile, the key of that User Profile is included. To save it in your own context:

  $ crier sandbox env --profile harbour --jq .CRIER_PROFILE_KEY | crier profiles save harbour --profile-key-file -`,
  before: ['sandbox start --detach'],
  examples: ['sandbox env', 'sandbox env --profile harbour', 'sandbox env --json'],
  flags: [],
  input: z.object({
    profile: defineTextFlag('User Profile to act for: harbour or wholesale', {
      short: 'p',
      placeholder: 'alias',
      offers: 'sandbox alias',
    }),
  }),
  output: z.strictObject({
    CRIER_BASE_URL: z.string(),
    CRIER_API_KEY: z.string(),
    CRIER_X_API_KEY: z.string(),
    CRIER_X_API_SECRET: z.string(),
    CRIER_PROFILE_KEY: z.string().optional().describe('with --profile'),
  }),
  async run({ profile }, { sandbox, io }) {
    const note = await (await sandbox.server()).find();
    if (note === null) {
      throw createUsageError(
        'the sandbox server is not running',
        `start it: ${formatCommand(io.programName, buildWords`sandbox start --detach`)}`,
      );
    }
    const variables = { ...buildSandboxVariables(note), ...buildProfileVariable(profile, note) };
    // addresses and keys of a sandbox contain no quotes
    const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`);
    return {
      view: { kind: 'page', document: variables, blocks: [{ kind: 'output', text: lines.join('') }] },
    };
  },
});

function buildProfileVariable(alias: string | undefined, { credentials: { profiles } }: ServerNote) {
  if (alias === undefined) return {};
  requireAlias(
    alias,
    SANDBOX,
    profiles.map((each) => each.alias),
  );
  const found = profiles.find((each) => each.alias === alias);
  return found === undefined ? {} : { CRIER_PROFILE_KEY: found.profileKey };
}
