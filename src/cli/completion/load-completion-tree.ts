import type { CompletionTree } from './completion-tree.ts';

// Building replaces this module with one that reads what it has written down, so that a keystroke loads no command.

/** All that completion knows of the program. */
export async function loadCompletionTree(): Promise<CompletionTree> {
  const { buildCompletionTree } = await import('./build-completion-tree.ts');
  return buildCompletionTree();
}
