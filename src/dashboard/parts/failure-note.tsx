import type { ComponentChildren } from 'preact';
import { rereads } from '../page-store.ts';
import { type CommandResult, type Failure, isOfService } from '../run.ts';
import { Advice } from './advice.tsx';

/** A failure in words, with what to do. */
export function FailureNote({ failure, children }: { failure: Failure; children?: ComponentChildren }) {
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
      {children}
    </div>
  );
}

/** The part of a result that failed, beside what it shows; the frame shows what all that is read fails of. */
export function RanFailure({ ran }: { ran: CommandResult<unknown> | null }) {
  if (!ran?.failure) return null;
  if (isOfService(ran.failure))
    return ran.document === null ? <p class="empty">This could not be read.</p> : null;
  return <FailureNote failure={ran.failure}>{ran.document === null && <ReadAgain />}</FailureNote>;
}

/** Reads again what could not be read. */
export function ReadAgain() {
  return (
    <p class="actions">
      <button
        type="button"
        class="small"
        onClick={() => {
          // the note goes, and the focus with it
          document.getElementById('main')?.focus();
          rereads.value += 1;
        }}
      >
        Read again
      </button>
    </p>
  );
}
