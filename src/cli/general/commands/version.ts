import * as z from 'zod';
import { defineCommand } from '../../shell/command.ts';
import { findNewestVersion, isNewerVersion } from '../newest-version.ts';

const UPDATE = 'npm install -g crier-cli@latest';

export default defineCommand({
  summary: 'Print the version, and look for a newer one',
  description: `
--check asks the registry that npm is set to for the newest version, by the name of this package and nothing else: no key
and no token is sent. Nothing is asked without it. "crier --version" prints only the version.`,
  examples: ['version', 'version --json'],
  flags: [],
  input: z.object({
    check: z.boolean().default(false).describe('also ask the registry of npm for the newest version'),
  }),
  output: z.strictObject({
    version: z.string(),
    latest: z.string().nullable().describe('newest version; null without --check'),
    isLatest: z.boolean().nullable().describe('whether there is no newer one; null without --check'),
  }),
  async run({ check }, { io }) {
    const { version } = io;
    const latest = check ? await findNewestVersion(io) : null;
    const isNewer = latest !== null && isNewerVersion(latest, version);
    return {
      view: {
        kind: 'page',
        document: { version, latest, isLatest: latest === null ? null : !isNewer },
        blocks: [{ kind: 'output', text: version }],
      },
      notes:
        latest === null ? [] : [isNewer ? `${latest} is available: ${UPDATE}` : 'this is the newest version'],
    };
  },
});
