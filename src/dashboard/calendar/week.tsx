import { getNow } from '../page-store.ts';
import type { CalendarOfPage, DatedPost } from './calendar-records.ts';
import { formatDay, listDays, pad, readShown } from './calendar-times.ts';
import { takeDrops } from './drag.ts';
import { NewPostLink } from './new-post-link.tsx';
import { PostCard } from './post-card.tsx';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Every third hour has its label. */
const LABELLED = 3;
/** Of the rows of the grid: the names of the days are above the hours. */
const FIRST_ROW = 2;

/** A week by hours: a post that is dropped moves to that day and hour. */
export function Week({
  shown,
  onMove,
}: {
  shown: CalendarOfPage;
  onMove: (post: DatedPost, to: string) => void;
}) {
  const { day: today } = readShown(getNow());
  const ofDays = Map.groupBy(shown.posts, ({ day }) => day);
  return (
    <div class="week">
      <ol class="hours" aria-hidden="true">
        {HOURS.map((hour) => (
          <li key={hour} style={{ gridRow: hour + FIRST_ROW }}>
            {hour % LABELLED === 0 && pad(hour)}
          </li>
        ))}
      </ol>
      <ol class="week-days">
        {listDays(shown.from, shown.to).map((day) => (
          <li key={day} class={day === today ? 'today' : ''}>
            <h3>
              {formatDay(day)}
              <NewPostLink day={day} today={today} />
            </h3>
            {HOURS.map((hour) => (
              <Hour key={hour} day={day} hour={hour} posts={ofDays.get(day) ?? []} onMove={onMove} />
            ))}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Hour({
  day,
  hour,
  posts,
  onMove,
}: {
  day: string;
  hour: number;
  posts: readonly DatedPost[];
  onMove: (post: DatedPost, to: string) => void;
}) {
  const inHour = posts.filter(({ at }) => at !== null && readShown(at).hour === hour);
  return (
    <div
      class="hour"
      data-hour={`${day}T${pad(hour)}`}
      style={{ gridRow: hour + FIRST_ROW }}
      {...takeDrops((post) => onMove(post, `${day}T${chooseClock(post, hour)}`))}
    >
      {inHour.map((post) => (
        <PostCard key={post.id} post={post} />
      ))}
    </div>
  );
}

/** The same time where the hour is the same, else the full hour. */
function chooseClock({ at }: DatedPost, hour: number): string {
  const shown = at === null ? null : readShown(at);
  return shown?.hour === hour ? `${shown.clock}:${pad(shown.second)}` : `${pad(hour)}:00`;
}
