import { getNow } from '../page-store.ts';
import { getCalendarHref } from './calendar-place.ts';
import type { CalendarOfPage, DatedPost } from './calendar-records.ts';
import { formatDay, getWeekday, listDays, pad, readShown } from './calendar-times.ts';
import { takeDrops } from './drag.ts';
import { NewPostLink } from './new-post-link.tsx';
import { PostCard } from './post-card.tsx';

/** Posts of a day that a month has room for; the week shows all. */
const SHOWN_POSTS = 3;
/** When a post without a time is dropped on a day. */
const USUAL_CLOCK = '09:00';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** A month by days: a post that is dropped moves to that day, at the same time. */
export function Month({
  shown,
  onMove,
}: {
  shown: CalendarOfPage;
  onMove: (post: DatedPost, to: string) => void;
}) {
  const { day: today } = readShown(getNow());
  const ofDays = Map.groupBy(shown.posts, ({ day }) => day);
  return (
    <div class="month">
      <ol class="weekdays" aria-hidden="true">
        {WEEKDAYS.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ol>
      <ol class="month-days">
        <Outside count={getWeekday(shown.from)} />
        {listDays(shown.from, shown.to).map((day) => (
          <li
            key={day}
            class={day === today ? 'today' : ''}
            {...takeDrops((post) => onMove(post, `${day}T${chooseClock(post)}`))}
          >
            <h3>
              <span class="sr">{formatDay(day)}</span>
              <span aria-hidden="true">{Number(day.slice(-2))}</span>
              <NewPostLink day={day} today={today} />
            </h3>
            <DayPosts day={day} posts={ofDays.get(day) ?? []} />
          </li>
        ))}
        <Outside count={WEEKDAYS.length - 1 - getWeekday(shown.to)} />
      </ol>
    </div>
  );
}

/** Places of days of the months beside it. */
function Outside({ count }: { count: number }) {
  return (
    <>{count > 0 && <li class="outside" aria-hidden="true" style={{ gridColumn: `span ${count}` }} />}</>
  );
}

function DayPosts({ day, posts }: { day: string; posts: readonly DatedPost[] }) {
  const rest = posts.length - SHOWN_POSTS;
  return (
    <>
      {posts.slice(0, SHOWN_POSTS).map((post) => (
        <PostCard key={post.id} post={post} isShort />
      ))}
      {rest > 0 && (
        <a class="more-posts" href={getCalendarHref({ by: 'week', day })}>
          {rest} more
        </a>
      )}
    </>
  );
}

function chooseClock({ at }: DatedPost): string {
  if (at === null) return USUAL_CLOCK;
  const { clock, second } = readShown(at);
  return `${clock}:${pad(second)}`;
}
