import type { ComponentChildren } from 'preact';
import { When } from '../parts/when.tsx';

/** An attempt to deliver, of the service, or to forward, of this machine. */
interface TimedAttempt {
  /** One-based. */
  readonly number: number;
  readonly at: string | null;
  readonly ms: number | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly isDone: boolean;
  readonly note?: string;
}

/** Attempts on a time line, the first one on top, and when the next one is due. */
export function Attempts({
  attempts,
  next,
}: {
  attempts: readonly TimedAttempt[];
  /** What comes after them; null when nothing does. */
  next: ComponentChildren;
}) {
  return (
    <ol class="attempts">
      {attempts.map((each) => (
        <li key={each.number} class={each.isDone ? 'done' : 'failed'}>
          <p>
            <span class="strong">Attempt {each.number}</span> <span>{describeResult(each)}</span>
            {each.note !== undefined && <span class="tag hook-state plain">{each.note}</span>}
          </p>
          <p class="dim">
            {each.at !== null && <When at={each.at} isExact hasSeconds />}
            {each.ms !== null && `, took ${each.ms.toLocaleString('en-GB')} ms`}
          </p>
        </li>
      ))}
      {next !== null && (
        <li class="next">
          <p>{next}</p>
        </li>
      )}
    </ol>
  );
}

/** The answer, and why it does not count unless the answer tells it. */
function describeResult({ status, error, isDone }: TimedAttempt): string {
  if (isDone) return status === null ? 'succeeded' : `answered ${status}`;
  if (status === null) return error ?? 'has no result yet';
  return error === null || error === `status ${status}`
    ? `answered ${status}`
    : `answered ${status}: ${error}`;
}
