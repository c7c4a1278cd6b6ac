import { CrierError } from '../../errors.ts';

/**
 * Ignores the errors of a request that only adds detail to a result, so that it cannot fail the run.
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

/** Errors that end the run are not ignored. */
const ENDED: ReadonlySet<string> = new Set(['interrupted', 'terminated']);
