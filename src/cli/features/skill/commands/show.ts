import * as z from 'zod';
import { defineLocalRead } from '../../../framework/command/define-local.ts';
import { buildSkill, SKILL_NAME } from '../skill-text.ts';

export default defineLocalRead({
  summary: 'Print how to use crier, for an agent',
  description: `
A page for language models that run commands: rules, exit codes, and the commands of the usual jobs. "crier skill install"
writes it to where agents look for skills.`,
  examples: ['skill show', 'skill show --json'],
  input: z.object({}),
  output: z.strictObject({
    name: z.string(),
    version: z.string().describe('of crier'),
    text: z.string().describe('the file SKILL.md, in Markdown'),
  }),
  read: (_input, { io: { version } }) => ({ name: SKILL_NAME, version, text: buildSkill(version) }),
  show: (skill) => ({
    view: { kind: 'page', document: skill, blocks: [{ kind: 'output', text: skill.text }] },
  }),
});
