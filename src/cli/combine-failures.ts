import { CrierError } from '../errors.ts';
import { formatErrorsShowAdvice } from './comments-outcome.ts';

/** How the work on one of several ids ended. */
interface IdOutcome {
  readonly id: string;
  /** Null when it went well. */
  readonly failure: CrierError | null;
}

/** What was done, and what holds of those with which it worked. */
interface FailureWording {
  /** `read` */
  readonly done: string;
  /** `the others are printed` */
  readonly remainder: string;
}

/** Some that failed among several are a partial success; when all did, the first one says how it ends. Null for none. */
export function combineFailures(
  all: readonly IdOutcome[],
  { done, remainder }: FailureWording,
): CrierError | null {
  const failed = all.flatMap(({ id, failure }) => (failure === null ? [] : [{ id, failure }]));
  const [first] = failed;
  if (first === undefined) return null;
  const errors = failed.flatMap(({ id, failure }) => listFailureEntries(id, failure));
  const isAll = failed.length === all.length;
  const { kind, facts } = first.failure;
  const message = `${failed.length} of ${all.length} could not be ${done}`;
  if (isAll && kind !== 'partial') return new CrierError(kind, message, { ...facts, errors });
  return new CrierError('partial', message, {
    http: 200,
    errors,
    advice: `${formatErrorsShowAdvice(errors)}${remainder}`,
  });
}

/** Of one that worked in part, each network that did not. */
function listFailureEntries(id: string, { kind, message, facts }: CrierError): readonly object[] {
  if (kind === 'partial') return (facts.errors ?? []).map((leg) => ({ ...Object(leg), requestedId: id }));
  return [{ requestedId: id, code: facts.code ?? null, message }];
}
