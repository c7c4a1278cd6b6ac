import { type Around, crier, type Ran } from './crier.ts';
import { inFolder } from './in-folder.ts';

/** What `automations check` or `posts check` says of files that are written into a folder of their own. */
export function checkInFolder(
  noun: 'automations' | 'posts',
  files: Readonly<Record<string, string>>,
  { words, around = {} }: { readonly words: string | readonly string[]; readonly around?: Around },
): Promise<Ran> {
  const line = typeof words === 'string' ? words.split(' ') : words;
  return inFolder(files, (folder) => crier([noun, 'check', ...line], { folder, ...around }));
}
