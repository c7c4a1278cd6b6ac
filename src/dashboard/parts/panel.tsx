import type { ComponentChildren } from 'preact';
import type { Loaded } from '../use-run.ts';
import { RanFailure } from './failure-note.tsx';

/** A part of a view with a heading, its count, and its states: reading, failed, empty, rows. */
export function Panel<Document>({
  title,
  href,
  loaded,
  count,
  empty,
  children,
}: {
  title: string;
  /** Where all of it is, if not here. */
  href?: string;
  loaded: Loaded<Document>;
  /** Null for what is no list; a text where not all was counted: `6+`. */
  count: number | string | null;
  /** What to do when there is none. */
  empty: ComponentChildren;
  children: ComponentChildren;
}) {
  const { ran, isLoading } = loaded;
  return (
    <section class="panel" aria-busy={isLoading}>
      <h2>
        {href === undefined ? title : <a href={href}>{title}</a>}
        {count !== null && count !== 0 && <span class="count">{count.toLocaleString('en-GB')}</span>}
      </h2>
      <RanFailure ran={ran} />
      {ran === null ? (
        <div class="skeleton" role="status" aria-label={`reading ${title.toLowerCase()}`} />
      ) : count === 0 && ran.document !== null ? (
        <p class="empty">{empty}</p>
      ) : (
        ran.document !== null && children
      )}
    </section>
  );
}
