import type { CommandEntry } from '../cli/framework/command/command.ts';
import { loadCommandTools, type ToolNoun } from './command-tools.ts';
import { DEFAULT_TOOLS } from './default-tools.ts';
import type { AgentTool } from './tool.ts';

/** The default tools, and those of these nouns, without the commands that a default tool of the same name runs. */
export async function chooseTools(
  nouns: readonly ToolNoun[],
  commands: readonly CommandEntry[],
): Promise<readonly AgentTool[]> {
  const added = await Promise.all(nouns.map((noun) => loadCommandTools(noun, commands)));
  const names = new Set(DEFAULT_TOOLS.map(({ name }) => name));
  return [...DEFAULT_TOOLS, ...added.flat().filter(({ name }) => !names.has(name))];
}
