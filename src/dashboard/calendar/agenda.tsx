import { getNow } from '../page-store.ts';
import type { CalendarOfPage } from './calendar-records.ts';
import { formatDay, listDays, readShown } from './calendar-times.ts';
import { NewPostLink } from './new-post-link.tsx';
import { PostCard } from './post-card.tsx';

/** A week or a month where there is no room for a grid: its days with posts, and today. */
export function Agenda({ shown }: { shown: CalendarOfPage }) {
  const { day: today } = readShown(getNow());
  const ofDays = Map.groupBy(shown.posts, ({ day }) => day);
  const days = listDays(shown.from, shown.to).filter((day) => ofDays.has(day) || day === today);
  if (days.length === 0) return <p class="empty">No posts in these days.</p>;
  return (
    <ol class="agenda">
      {days.map((day) => (
        <li key={day} class={day === today ? 'today' : ''}>
          <h3>
            {formatDay(day)}
            <NewPostLink day={day} today={today} />
          </h3>
          {(ofDays.get(day) ?? []).map((post) => (
            <PostCard key={post.id} post={post} />
          ))}
          {!ofDays.has(day) && <p class="dim">Nothing today.</p>}
        </li>
      ))}
    </ol>
  );
}
