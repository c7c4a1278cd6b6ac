import { getNow, place, setParameters } from '../page-store.ts';
import { RanFailure } from '../parts/failure-note.tsx';
import { Network } from '../parts/networks.tsx';
import type { DatedPost } from '../records.ts';
import { useRun } from '../use-run.ts';

interface CalendarDocument {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly posts: readonly DatedPost[];
}

const DAY_MS = 86_400_000;

/** Drafts, scheduled and published posts of a week or a month, by day. */
export function Calendar() {
  const { parameters } = place.value;
  const isMonth = parameters.get('by') === 'month';
  const day = parameters.get('day');
  const loaded = useRun<CalendarDocument>({
    command: 'posts calendar',
    input: { ...(isMonth ? { month: true } : { week: true }), ...(day !== null && { day }) },
  });
  const shown = loaded.ran?.document ?? null;
  return (
    <section aria-busy={loaded.isLoading}>
      <div class="filters">
        <button type="button" aria-label="Earlier" onClick={() => setParameters({ day: move(shown, -1) })}>
          ‹
        </button>
        <button type="button" onClick={() => setParameters({ day: null })}>
          Today
        </button>
        <button type="button" aria-label="Later" onClick={() => setParameters({ day: move(shown, 1) })}>
          ›
        </button>
        <select
          aria-label="Period"
          value={isMonth ? 'month' : 'week'}
          onChange={({ currentTarget }) => setParameters({ by: currentTarget.value })}
        >
          <option value="week">Week</option>
          <option value="month">Month</option>
        </select>
        {shown !== null && (
          <span class="dim">
            {formatDay(shown.from)} to {formatDay(shown.to)}, {shown.timeZone}
          </span>
        )}
      </div>
      <RanFailure ran={loaded.ran} />
      {loaded.ran === null && <div class="skeleton" role="status" aria-label="reading posts" />}
      {shown !== null && (
        <ol class="days">
          {listDays(shown).map((date) => (
            <Day key={date} date={date} shown={shown} />
          ))}
        </ol>
      )}
      {shown !== null && <Undated posts={shown.posts.filter(({ day }) => day === null)} />}
    </section>
  );
}

function Day({ date, shown: { posts, timeZone } }: { date: string; shown: CalendarDocument }) {
  const isToday = date === new Date(getNow()).toLocaleDateString('sv-SE', { timeZone });
  return (
    <li class={isToday ? 'day today' : 'day'}>
      <h2>{formatDay(date)}</h2>
      {posts
        .filter(({ day }) => day === date)
        .map((post) => (
          <PostCard key={post.id} post={post} timeZone={timeZone} />
        ))}
    </li>
  );
}

/** PostsOfPage that await approval, and have no time yet. */
function Undated({ posts }: { posts: readonly DatedPost[] }) {
  if (posts.length === 0) return null;
  return (
    <>
      <h2 class="undated">Without a time</h2>
      <div class="days">
        {posts.map((post) => (
          <PostCard key={post.id} post={post} timeZone="UTC" />
        ))}
      </div>
    </>
  );
}

/** What the service calls otherwise in its answers. */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  success: 'published',
  error: 'failed',
  pending: 'scheduled',
};

function PostCard({ post: record, timeZone }: { post: DatedPost; timeZone: string }) {
  const { post, at, status, platforms, errors } = record;
  const failed = new Set(errors.map(({ platform }) => platform));
  const time =
    at === null
      ? ''
      : new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(
          new Date(at),
        );
  return (
    <article class={`card ${status.replaceAll(' ', '-')}`}>
      <p class="by">
        <time>{time}</time> <span class="tag">{STATUS_WORDS[status] ?? status}</span>
      </p>
      <p class="text" dir="auto">
        {post ?? 'media only'}
      </p>
      <span class="networks">
        {platforms.map((platform) => (
          <Network key={platform} platform={platform} isFailed={failed.has(platform)} />
        ))}
      </span>
    </article>
  );
}

/** The first day of the period before or after the one that is shown. */
function move(shown: CalendarDocument | null, step: 1 | -1): string | null {
  if (shown === null) return null;
  const edge = Date.parse(step === 1 ? shown.to : shown.from) + step * DAY_MS;
  return new Date(edge).toISOString().slice(0, 10);
}

function listDays({ from, to }: CalendarDocument): readonly string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10),
  );
}

function formatDay(day: string): string {
  const shown = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', shown).format(new Date(day));
}
