import type { SetFlag } from './describe-set.ts';
import type { FlagSet } from './flags.ts';

// Building replaces this module: it writes down the flags of the usual sets, so that a start makes no schema for them.
export const PREBUILT_FLAG_SETS: ReadonlyMap<FlagSet, readonly SetFlag[]> = new Map();
