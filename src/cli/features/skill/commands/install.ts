import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import { defineFlag, defineSwitch } from '../../../framework/input/flags/flags.ts';
import { findProjectRoot } from '../../../framework/settings/paths.ts';
import { planInstallation, writeSkill } from '../install-skill.ts';
import { listSkillFiles, SkillHost } from '../skill-hosts.ts';
import { buildSkill } from '../skill-text.ts';

const SkillFile = z.strictObject({
  file: z.string(),
  change: z.enum(['created', 'updated', 'unchanged']),
  readers: z.string().describe('the hosts that read it'),
});

export default defineLocalChange({
  summary: 'Install the skill, so that agents know crier',
  description: `
Writes what "crier skill show" prints to where agents look for skills: ~/.agents/skills/crier, which Codex, Cursor, Gemini CLI,
GitHub Copilot and opencode read, and ~/.claude/skills/crier for Claude Code. With --project, these folders are in the repository of
the current folder, for everyone who works in it.

Run it again after an update of crier. A file that was edited is never overwritten. An agent finds the skill when it is started the next time.`,
  examples: [
    'skill install --dry-run',
    'skill install --for claude,codex --dry-run',
    'skill install --project --json',
  ],
  input: z.object({
    for: defineFlag(z.array(SkillHost).default([]).describe('only for these agents (default: all)'), {
      placeholder: 'host',
    }),
    project: defineSwitch('in the repository of the current folder, instead of your home folder'),
    dryRun: defineSwitch('show what would be written, and write nothing'),
  }),
  output: z.strictObject({
    written: z.boolean().describe('false with --dry-run'),
    files: z.array(SkillFile),
  }),
  records: 'files',
  async change({ for: hosts, project, dryRun }, { io: { machine, version } }) {
    if (!project && !isAbsolute(machine.homeFolder))
      throw createUsageError('the home folder must be an absolute path', 'set HOME, or use --project');
    const skill = buildSkill(version);
    const root = project ? findProjectRoot(machine.folder) : null;
    const files = planInstallation(listSkillFiles(hosts, root, machine), skill);
    if (!dryRun)
      for (const { file, change } of files) if (change !== 'unchanged') await writeSkill(file, skill);
    return { written: !dryRun, files };
  },
  show: ({ written, files }) => ({
    view: {
      kind: 'list',
      document: { written, files },
      key: 'files',
      rows: files,
      columns: [
        { name: 'change', title: 'change', value: ({ change }) => change },
        { name: 'file', title: 'file', value: ({ file }) => file },
        { name: 'readers', title: 'for', value: ({ readers }) => readers },
      ],
      empty: 'nothing',
    },
    notes: written ? [] : ['nothing was written: this is a dry run'],
  }),
});
