import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Around, crier, type Ran } from './crier.ts';
import { quickFolder } from './quick-folder.ts';

/** Does something in a new folder with some files, by their paths in it, and takes it away again. */
export async function inFolder<Result>(
  files: Readonly<Record<string, string | Uint8Array>>,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = quickFolder('folder');
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text, { mode: 0o600 }); // as files with secrets should be
    }
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What `automations check` or `posts check` says of files that are written into a folder of their own. */
export function checkInFolder(
  noun: 'automations' | 'posts',
  files: Readonly<Record<string, string | Uint8Array>>,
  { words, around = {} }: { readonly words: string | readonly string[]; readonly around?: Around },
): Promise<Ran> {
  const line = typeof words === 'string' ? words.split(' ') : words;
  return inFolder(files, (folder) => crier([noun, 'check', ...line], { folder, ...around }));
}
