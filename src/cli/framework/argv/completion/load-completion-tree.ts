import type { CompletionTree } from './completion-tree.ts';

// The build replaces this module with one that reads the stored tree, so that a key press loads no commands.

export async function loadCompletionTree(): Promise<CompletionTree> {
  const { buildCompletionTree } = await import('./build-completion-tree.ts');
  return buildCompletionTree();
}
