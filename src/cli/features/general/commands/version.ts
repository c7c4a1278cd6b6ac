import * as z from 'zod';
import { ignoreErrors } from '../../../../errors.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineSwitch, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { findInstallation } from '../installation.ts';
import { findNewestVersion, isNewerVersion } from '../newest-version.ts';
import { openVersionState } from '../version-state.ts';

export default defineCommand({
  summary: 'Print the version, and look for a newer one',
  description: `
--check asks the registry that npm is set to for the newest version, by the name of this package and nothing else: no key
and no token is sent. "crier --version" prints only the version.

On a terminal, crier asks the same in the background once a day, and a later command shows a notice of a newer version; never in
CI, in a pipe or with -q. "crier config set update-notice off" turns this off. "crier upgrade" shows how this installation is
upgraded.`,
  examples: ['version', 'version --json'],
  flags: [],
  hidesUpdateNotice: true,
  input: z.object({
    check: defineSwitch('also ask the registry of npm for the newest version'),
    caFile: defineTextFlag('also trust the certificates of this PEM file for the registry', {
      env: 'CRIER_CA_FILE',
      placeholder: 'file',
    }),
  }),
  output: z.strictObject({
    version: z.string(),
    latest: z.string().nullable().describe('newest version; null without --check'),
    isLatest: z.boolean().nullable().describe('whether there is no newer one; null without --check'),
    upgrade: z.string().nullable().describe('how this installation is upgraded; null where it need not be'),
  }),
  async run({ check, caFile }, { io }) {
    const { version, machine } = io;
    const latest = check ? await findNewestVersion(io, caFile) : null;
    const isNewer = latest !== null && isNewerVersion(latest, version);
    if (latest !== null) {
      const isShown = isNewer && io.printing.isTerminal;
      await ignoreErrors(
        openVersionState(machine).change(({ shownAt }) => ({
          latest,
          checkedAt: io.now(),
          shownAt: isShown ? io.now() : shownAt,
        })),
      );
    }
    return {
      view: {
        kind: 'page',
        document: {
          version,
          latest,
          isLatest: latest === null ? null : !isNewer,
          upgrade: isNewer ? findInstallation(machine).advice : null,
        },
        blocks: [{ kind: 'output', text: version }],
      },
      notes:
        latest === null
          ? []
          : [
              isNewer
                ? `${latest} is available: ${findInstallation(machine).advice}`
                : 'this is the newest version',
            ],
    };
  },
});
