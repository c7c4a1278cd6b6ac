import type * as z from 'zod';
import { getField } from '../json/loose-record.ts';
import { joinWithOr } from '../text/lists-and-counts.ts';

export interface BodyFault {
  /** Path of the field: `['triggers', 0, 'postId']`; empty for the body as a whole. */
  readonly path: readonly (string | number)[];
  /** Description without the path. */
  readonly message: string;
  /** The value given in place of a name, for suggestions. */
  readonly typed?: string;
  /** The valid names at this path. */
  readonly choices?: readonly string[];
}

/** Faults as in an answer: of the body as a whole, and by field. */
export interface FaultDetails {
  readonly formErrors: readonly string[];
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
}

/**
 * Finds all validation errors of a body, in document order.
 *
 * @see docs/service/automations.md#validation
 * @see docs/decisions/0009-validation-error-from-the-schema.md
 */
export function findBodyFaults(schema: z.ZodType, body: unknown): readonly BodyFault[] {
  try {
    const result = schema.safeParse(body, { error: describeIssue, reportInput: true });
    return result.success ? [] : result.error.issues.filter(isRelevant).flatMap(toFaults);
  } catch (error) {
    if (error instanceof RangeError) return [TOO_MANY];
    throw error;
  }
}

/**
 * The parser passes the errors of a list as arguments of one call, which overflows with about a hundred thousand of
 * them.
 */
export const TOO_MANY: BodyFault = { path: [], message: 'has too many errors to list' };

/** For an unsafe integer, the fault of its own limit is sufficient. */
function isRelevant(issue: z.core.$ZodIssue, _at: number, all: readonly z.core.$ZodIssue[]): boolean {
  const limit = issue.code === 'too_big' ? issue.maximum : issue.code === 'too_small' ? issue.minimum : 0;
  if (Math.abs(Number(limit)) !== Number.MAX_SAFE_INTEGER) return true;
  return !all.some((other) => other !== issue && formatPath(toPath(other)) === formatPath(toPath(issue)));
}

function toPath({ path }: z.core.$ZodIssue): readonly (string | number)[] {
  return path.map((step) => (typeof step === 'number' ? step : String(step)));
}

function toFaults(issue: z.core.$ZodIssue): readonly BodyFault[] {
  const path = toPath(issue);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: UNKNOWN_FIELD, typed: key }));
  }
  const choices = getChoices(issue);
  const typed = getTypedValue(issue);
  return [
    {
      path,
      message: issue.message,
      ...(choices !== null && typeof typed === 'string' && { typed, choices }),
    },
  ];
}

export const UNKNOWN_FIELD = 'not a known field';

function getChoices(issue: z.core.$ZodIssue): readonly string[] | null {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code === 'invalid_union') return getIssueOptions(issue);
  const choices: unknown = issue.code === 'custom' ? issue.params?.['choices'] : undefined;
  return Array.isArray(choices) ? choices.map(String) : null;
}

/** Returns the value given; for an entry of unknown type, its type. */
function getTypedValue(issue: z.core.$ZodIssue): unknown {
  if (issue.code === 'custom') return issue.params?.['typed'] ?? issue.input;
  return issue.code === 'invalid_union' ? getField(issue.input, String(issue.path.at(-1))) : issue.input;
}

/** Formats a fault as one line that begins with its path: `triggers[0].postId: is required`. */
export function formatFault({ path, message }: BodyFault): string {
  return path.length === 0 ? `body: ${message}` : `${formatPath(path)}: ${message}`;
}

/** Formats a path in a body: `actions[1].message`. */
export function formatPath(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (place, step) => (typeof step === 'number' ? `${place}[${step}]` : `${place}${place && '.'}${step}`),
    '',
  );
}

/** Groups faults by top-level field; the others concern the body as a whole. */
export function buildFaultDetails(faults: readonly BodyFault[]): FaultDetails {
  const isWhole = ({ path, message }: BodyFault) =>
    path.length === 0 || (path.length === 1 && message === UNKNOWN_FIELD);
  const byField = Map.groupBy(
    faults.filter((fault) => !isWhole(fault)),
    ({ path }) => String(path[0]),
  );
  return {
    formErrors: faults.filter(isWhole).map(formatFault),
    fieldErrors: Object.fromEntries(byField.entries().map(([field, all]) => [field, all.map(formatFault)])),
  };
}

const MISSING = 'is required';
const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  object: 'an object',
  array: 'a list',
};

/** Describes a validation issue for which the schema has no message of its own; used as a parse's `error`. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return issue.input === undefined ? MISSING : `must be ${joinChoices(issue.values.map(String))}`;
    case 'invalid_union':
      return describeUnion(issue);
    case 'invalid_type':
      if (issue.input === undefined) return MISSING;
      return `must be ${KINDS[issue.expected] ?? `of the kind ${issue.expected}`}`;
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return 'is not valid';
  }
}

/** Without a discriminator: the errors inside of the form whose kind it has; of another kind, all kinds. */
function describeUnion(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  const options = getIssueOptions(issue);
  if (options.length > 0) return `must be ${joinChoices(options)}`;
  const forms = issue.errors ?? [];
  const inside = forms.find((errors) => errors.every(({ path }) => path.length > 0));
  if (inside === undefined) {
    const all = forms.flat().map(({ message }) => message.replace(/^must be /, ''));
    return all.includes(MISSING) ? MISSING : `must be ${joinWithOr([...new Set(all)])}`;
  }
  return inside.map((each) => `${formatPath(toPath(each))} ${each.message}`).join(', ');
}

/** Returns the possible values of the discriminator. */
function getIssueOptions(issue: object): readonly string[] {
  const options: unknown = 'options' in issue ? issue.options : undefined;
  return Array.isArray(options) ? options.map(String) : [];
}

function joinChoices(values: readonly string[]): string {
  return values.length === 1 ? `exactly "${values.join()}"` : `one of ${values.join(', ')}`;
}
