import type { ComponentChildren } from 'preact';
import { RanFailure } from '../parts/failure-note.tsx';
import { Notes } from '../parts/notes.tsx';
import type { Loaded } from '../use-run.ts';

/** Figures of a command with their states: reading, failed, partly read, none. */
export function FiguresPanel<Document>({
  loaded: { ran, isLoading },
  label,
  isEmpty,
  empty,
  children,
}: {
  loaded: Loaded<Document>;
  label: string;
  isEmpty: boolean;
  /** What to do when there is none. */
  empty: ComponentChildren;
  children: ComponentChildren;
}) {
  const isNone = ran?.failure?.kind === 'not-found' || (ran?.document != null && isEmpty);
  return (
    <section class="panel figures-panel" aria-label={label} aria-busy={isLoading}>
      {isNone ? <p class="empty">{empty}</p> : <RanFailure ran={ran} />}
      {ran === null && <div class="skeleton" role="status" aria-label={`reading ${label.toLowerCase()}`} />}
      {!isNone && ran?.document != null && children}
      {!isNone && ran !== null && ran.notes.length > 0 && (
        <div class="beside">
          <Notes notes={ran.notes} />
        </div>
      )}
    </section>
  );
}
