import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

/**
 * The program as it is installed, which all slow tests of a run share: each start of a checkout looks for changed sources,
 * which is a third of a short run, and each copy is compiled again.
 */
export const BIN = join(inject('runFolder'), 'program', 'bin', 'crier.js');

/**
 * Variables by which programs that tests start share what was compiled, in the folder of the run: a first start in a new home
 * takes three times as long as the next one.
 */
export const SHARED_CACHE = { XDG_CACHE_HOME: join(tmpdir(), 'compiled') };
