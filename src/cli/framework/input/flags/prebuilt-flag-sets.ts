import type { SetFlag } from './describe-schema.ts';
import type { FlagSet } from './flags.ts';

// The build replaces this module with the flags of the common sets, so that a start creates no schema for them.
export const PREBUILT_FLAG_SETS: ReadonlyMap<FlagSet, readonly SetFlag[]> = new Map();
