import { useState } from 'preact/hooks';
import { pageState, place, setParameters } from '../page-store.ts';
import { FailureNote, RanFailure } from '../parts/failure-note.tsx';
import { useNarrow } from '../parts/use-narrow.ts';
import { useWrite } from '../parts/use-write.ts';
import { useRun } from '../use-run.ts';
import { Agenda } from './agenda.tsx';
import { getCalendarHref } from './calendar-place.ts';
import type { CalendarOfPage, DatedPost } from './calendar-records.ts';
import { addDays, formatDay, getZone } from './calendar-times.ts';
import { Compose } from './compose/compose.tsx';
import { Month } from './month.tsx';
import { buildMove } from './move-post.tsx';
import { PostCard } from './post-card.tsx';
import { PostList } from './post-list.tsx';
import { PostQuestion } from './post-question.tsx';
import { PostSheet } from './post-sheet.tsx';
import { Week } from './week.tsx';

const MODES = [
  { by: 'week', title: 'Week' },
  { by: 'month', title: 'Month' },
  { by: 'list', title: 'List' },
] as const;

/** Drafts, scheduled, published and failed posts: by the hours of a week, by the days of a month, or as a list. */
export function Calendar() {
  const { parameters } = place.value;
  const by = parameters.get('by') ?? (parameters.has('status') ? 'list' : 'week');
  const opened = parameters.get('post');
  if (parameters.has('compose')) return <Compose />;
  return (
    <>
      {by === 'list' ? (
        <>
          <div class="calendar-bar">
            <h2>All posts</h2>
            <Modes by={by} />
          </div>
          <PostList />
        </>
      ) : (
        <Period by={by === 'month' ? 'month' : 'week'} />
      )}
      {opened !== null && <PostSheet key={opened} id={opened} />}
    </>
  );
}

function Modes({ by }: { by: string }) {
  const others = Object.fromEntries([...place.value.parameters].filter(([name]) => name === 'day'));
  return (
    <>
      <nav class="modes" aria-label="Show posts as">
        {MODES.map((mode) => (
          <a
            key={mode.by}
            href={`#/calendar?${new URLSearchParams({ ...others, by: mode.by })}`}
            aria-current={mode.by === by ? 'page' : undefined}
          >
            {mode.title}
          </a>
        ))}
      </nav>
      {pageState.value?.isReadOnly === false && (
        <a class="button primary" href={getCalendarHref({ compose: 'new' })}>
          New post
        </a>
      )}
    </>
  );
}

function Period({ by }: { by: 'week' | 'month' }) {
  const day = place.value.parameters.get('day');
  const loaded = useRun<CalendarOfPage>({
    command: 'posts calendar',
    input: { [by]: true, ...(day !== null && { day }) },
  });
  const shown = loaded.ran?.document ?? null;
  const isNarrow = useNarrow();
  const write = useWrite();
  const [moved, setMoved] = useState<DatedPost | null>(null);
  const onMove = (post: DatedPost, to: string) => {
    setMoved(post);
    void write.ask(...buildMove(post, to));
  };
  const undated = (shown?.posts ?? []).filter((post) => post.day === null);
  return (
    <section aria-busy={loaded.isLoading} aria-label="Calendar">
      <div class="calendar-bar">
        <Steps by={by} shown={shown} />
        <Modes by={by} />
      </div>
      <RanFailure ran={loaded.ran} />
      {write.failure !== null && <FailureNote failure={write.failure} />}
      {loaded.ran === null && <div class="skeleton tall" role="status" aria-label="reading posts" />}
      {shown !== null &&
        (isNarrow ? (
          <Agenda shown={shown} />
        ) : by === 'month' ? (
          <Month shown={shown} onMove={onMove} />
        ) : (
          <Week shown={shown} onMove={onMove} />
        ))}
      {undated.length > 0 && (
        <section class="undated" aria-label="Posts without a time">
          <h2>Without a time</h2>
          <div class="cards">
            {undated.map((post) => (
              <PostCard key={post.id} post={post} />
            ))}
          </div>
        </section>
      )}
      {moved !== null && <PostQuestion write={write} post={moved} />}
    </section>
  );
}

/** The period that is shown, and the ways to others. */
function Steps({ by, shown }: { by: 'week' | 'month'; shown: CalendarOfPage | null }) {
  const step = (count: 1 | -1) => () =>
    shown !== null && setParameters({ day: addDays(count === 1 ? shown.to : shown.from, count) });
  const title =
    shown === null
      ? ''
      : by === 'month'
        ? formatDay(shown.from, { month: 'long', year: 'numeric' })
        : `${formatDay(shown.from)} – ${formatDay(shown.to, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })}`;
  return (
    <>
      <div class="calendar-steps">
        <button type="button" aria-label={`The ${by} before`} onClick={step(-1)}>
          ‹
        </button>
        <button type="button" onClick={() => setParameters({ day: null })}>
          Today
        </button>
        <button type="button" aria-label={`The next ${by}`} onClick={step(1)}>
          ›
        </button>
      </div>
      <h2 aria-live="polite">
        {title} <span class="dim">{getZone()}</span>
      </h2>
    </>
  );
}
