import type * as z from 'zod';
import { CrierError } from '../../../../errors.ts';
import { describeErrorCode } from '../../output/failures.ts';
import type { FlagFacts } from './describe-schema.ts';

/**
 * Returns the valid value, or reports everything wrong with it in one usage error.
 *
 * @param result of a parse with `reportInput`, which distinguishes missing from invalid values
 * @param flags the fields' spelling on the command line
 */
export function requireValid<Value>(result: z.ZodSafeParseResult<Value>, flags: readonly FlagFacts[]): Value {
  if (result.success) return result.data;
  const named = result.error.issues.map((issue) => {
    const key = String(issue.path[0] ?? '');
    const flag = flags.find((each) => each.key === key);
    return { flag, sentence: `${flag?.name ?? key} ${describeIssue(issue)}`.trim() };
  });
  const code = named.find(({ flag }) => flag?.code !== null)?.flag?.code ?? null;
  throw createRefusal(named.map(({ sentence }) => sentence).join('; '), { code, advice: null });
}

/** Creates the error for a value that the service would refuse, with its error code; nothing is sent. */
export function createRefusal(
  message: string,
  { code, advice }: { code: number | null; advice: string | null },
): CrierError {
  const facts = code === null ? {} : describeErrorCode(code);
  return new CrierError('usage', message, { ...facts, ...(advice !== null && { advice }) });
}

export function describeIssue(issue: z.core.$ZodIssue): string {
  if ('input' in issue && issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'too_small':
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`;
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`;
    case 'invalid_type':
      return issue.expected === 'int' || issue.expected === 'number'
        ? 'must be a whole number'
        : `must be a ${issue.expected}`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'invalid_value':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return lowerFirst(issue.message);
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
