import { createHash } from 'node:crypto';
import { readSkillSource } from './skill-source.ts';

/** The name of the skill, and so of its folder. */
export const SKILL_NAME = 'crier';

const DIGEST_LINE = /^ {2}digest: "([\da-f]+)"\n/m;
const DIGEST_CHARACTERS = 16;

/**
 * The text of the skill with the version of crier and a digest of itself, by which an edited copy is recognized.
 *
 * @see docs/decisions/0039-skill.md
 */
export function buildSkill(version: string): string {
  const dated = addMetadata(`  version: "${version}"\n`);
  return addMetadata(`  version: "${version}"\n  digest: "${digestSkill(dated)}"\n`);
}

/** @param lines of `metadata`, which is the last member of the front matter */
function addMetadata(lines: string): string {
  const [before = '', head = '', ...body] = readSkillSource().split(/^---\n/m);
  return [before, `${head}metadata:\n${lines}`, ...body].join('---\n');
}

function digestSkill(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, DIGEST_CHARACTERS);
}

/** Whether some version of crier wrote this text, and it was not edited since. */
export function isUnedited(text: string): boolean {
  const lines = normalizeLines(text);
  const [line, digest] = DIGEST_LINE.exec(lines) ?? [];
  if (line === undefined) return lines === readSkillSource();
  return digestSkill(lines.replace(line, '')) === digest;
}

/** git may have checked the file out with the line breaks of Windows. */
export function normalizeLines(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}
