import { readFileSync } from 'node:fs';

// The build replaces this module: the text is then part of the program.

/** The skill as the repository has it, in `skills/crier/SKILL.md`, where programs that install skills look for it. */
export function readSkillSource(): string {
  return readFileSync(new URL('../../../../skills/crier/SKILL.md', import.meta.url), 'utf8');
}
