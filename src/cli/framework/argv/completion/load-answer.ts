// The build replaces this module with one that loads a separate bundle, so that a key press loads no commands.

/** Loads the module that answers the scripts of `crier completion`. */
export async function loadAnswer(): Promise<typeof import('./answer.ts')> {
  return import('./answer.ts');
}
