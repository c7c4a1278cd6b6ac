import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';

/**
 * A new folder for databases whose tests end processes, but never the machine: what is written is there whether the
 * disk was waited for or not, so it is in memory where that can be.
 *
 * @param name of whom it is for
 */
export function quickFolder(name: string): string {
  return mkdtempSync(join(existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), `crier-${name}-`));
}
