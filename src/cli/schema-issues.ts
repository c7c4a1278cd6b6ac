import type * as z from 'zod';
import { usageError } from '../errors.ts';
import type { FlagFacts } from './describe-flags.ts';

/**
 * The checked value, or all that is wrong with it in one usage error.
 *
 * @param flags how the fields are written on a command line
 */
export function checked<Value>(result: z.ZodSafeParseResult<Value>, flags: readonly FlagFacts[]): Value {
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => {
    const key = String(issue.path[0] ?? '');
    const name = flags.find((flag) => flag.key === key)?.name ?? key;
    return `${name} ${lowerFirst(issue.message)}`.trim();
  });
  throw usageError(faults.join('; '));
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
