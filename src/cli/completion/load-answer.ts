// Building replaces this module with one that loads a file of its own: a keystroke is too short for what commands share.

/** What answers the scripts of `crier completion`. */
export async function loadAnswer(): Promise<typeof import('./answer.ts')> {
  return import('./answer.ts');
}
