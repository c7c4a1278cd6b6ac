import type { CommandResult, Failure } from '../run.ts';
import { Advice } from './advice.tsx';

/** A failure in words, with what to do. */
export function FailureNote({ failure }: { failure: Failure }) {
  // a service may say what is wrong in a sentence
  const details: unknown = failure.details;
  return (
    <div class="note bad" role="alert">
      <p>
        {failure.message}
        {failure.code !== null && <span class="dim"> (error {failure.code})</span>}
      </p>
      {typeof details === 'string' && (
        <p>
          <bdi>{details}</bdi>
        </p>
      )}
      <Advice text={failure.advice} />
    </div>
  );
}

/** The part of a result that failed, beside what it shows. */
export function RanFailure({ ran }: { ran: CommandResult<unknown> | null }) {
  return ran?.failure ? <FailureNote failure={ran.failure} /> : null;
}
