import type { CompletionTree } from './tree.ts';

// Building replaces this module with one that reads what it has written down, so that a keystroke loads no command.

/** All that completion knows of the program. */
export async function writtenTree(): Promise<CompletionTree> {
  const { gatherTree } = await import('./gather-tree.ts');
  return gatherTree();
}
