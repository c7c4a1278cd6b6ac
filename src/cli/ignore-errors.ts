import { CrierError } from '../errors.ts';

/**
 * What is asked only to say more beside the answer that was wanted: a failure of it must not be one of the run.
 *
 * @returns null when it failed
 */
export async function ignoreErrors<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CrierError && !ENDED.has(error.kind)) return null;
    throw error;
  }
}

/** Whoever ends the run wants no answer any more. */
const ENDED: ReadonlySet<string> = new Set(['interrupted', 'terminated']);
