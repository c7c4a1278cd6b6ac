import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Variables by which programs that tests start share what was compiled, in the folder of the run: a first start in a new home
 * takes three times as long as the next one.
 */
export const SHARED_CACHE = { XDG_CACHE_HOME: join(tmpdir(), 'compiled') };
