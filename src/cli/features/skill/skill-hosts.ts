import { isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { SKILL_NAME } from './skill-text.ts';

/** The folder that most hosts read, in a repository and in the home folder. */
const SHARED = '.agents';

export const SkillHost = z.enum(['claude', 'codex', 'copilot', 'cursor', 'gemini', 'opencode']);
type SkillHost = z.infer<typeof SkillHost>;

/**
 * The hosts by the folder from which they read skills: in a repository, and in the home folder. Each of them was found in
 * the documentation of the host.
 *
 * @see docs/decisions/0039-skill.md
 */
const HOSTS = {
  claude: { name: 'Claude Code', folder: '.claude', variable: 'CLAUDE_CONFIG_DIR' },
  codex: { name: 'Codex', folder: SHARED, variable: null },
  copilot: { name: 'GitHub Copilot', folder: SHARED, variable: null },
  cursor: { name: 'Cursor', folder: SHARED, variable: null },
  gemini: { name: 'Gemini CLI', folder: SHARED, variable: null },
  opencode: { name: 'opencode', folder: SHARED, variable: null },
} as const satisfies Record<SkillHost, { name: string; folder: string; variable: string | null }>;

/**
 * The files to write for some hosts: one for all that read the same folder.
 *
 * @param root the folder of a repository, or null for the user's home
 * @param home of the user, with the variables that move the folder of a host
 */
export function listSkillFiles(
  hosts: readonly SkillHost[],
  root: string | null,
  { homeFolder, env }: { homeFolder: string; env: Readonly<Record<string, string | undefined>> },
): readonly { readonly file: string; readonly readers: string }[] {
  const wanted = SkillHost.options.filter((host) => hosts.length === 0 || hosts.includes(host));
  const byFile = Map.groupBy(wanted, (host) => {
    const { folder, variable } = HOSTS[host];
    const moved = root === null && variable !== null ? env[variable] : undefined;
    const base = moved !== undefined && isAbsolute(moved) ? moved : join(root ?? homeFolder, folder);
    return join(base, 'skills', SKILL_NAME, 'SKILL.md');
  });
  return [...byFile].map(([file, readers]) => ({
    file,
    readers: joinWithAnd(readers.map((host) => HOSTS[host].name)),
  }));
}
