import * as z from 'zod';
import { defineLocalRead } from '../../../framework/command/define-local.ts';
import { findInstallation, INSTALLERS } from '../installation.ts';
import { isNewerVersion } from '../newest-version.ts';
import { openVersionState } from '../version-state.ts';

export default defineLocalRead({
  summary: 'Show how this installation is upgraded',
  description: `
Prints the command for the package manager or the image that this program came with, as its place on the disk tells. It runs
nothing, and asks nothing of the network: the newest version is what the last check found, and "crier version --check" checks
again.`,
  examples: ['upgrade', 'upgrade --json'],
  hidesUpdateNotice: true,
  input: z.object({}),
  output: z.strictObject({
    version: z.string(),
    latest: z.string().nullable().describe('newest version that a check found; null before the first'),
    isLatest: z.boolean().nullable().describe('whether that is not newer; null before the first check'),
    installation: z.enum(INSTALLERS).describe('what installed this program'),
    file: z.string().describe('the file that runs'),
    command: z.string().nullable().describe('upgrades it; null where there is no one command'),
    advice: z.string().describe('the command, or what to do in its place'),
  }),
  read(_input, { io: { machine, version } }) {
    const { latest } = openVersionState(machine).read();
    const { by, file, command, advice } = findInstallation(machine);
    const isLatest = latest === null ? null : !isNewerVersion(latest, version);
    return { version, latest, isLatest, installation: by, file, command, advice };
  },
  lines: ({ version, latest, installation, file, advice }) => [
    { name: 'version', title: 'version', value: version },
    { name: 'latest', title: 'newest', value: latest },
    { name: 'installation', title: 'installed by', value: installation },
    { name: 'file', title: 'file', value: file },
    { name: 'advice', title: 'to upgrade', value: advice },
  ],
  notes: ({ isLatest }) => {
    if (isLatest === null) return ['"crier version --check" asks for the newest version'];
    return isLatest ? ['no newer version is known; "crier version --check" asks again'] : [];
  },
});
