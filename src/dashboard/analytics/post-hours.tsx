import type { ComponentChildren } from 'preact';
import { formatCount } from '../../domain/text/lists-and-counts.ts';
import { createLocalClock, type LocalClock, WEEKDAYS } from '../../domain/time/local-time.ts';
import { pageState } from '../page-store.ts';
import type { PostOfPage, PostsOfPage } from '../records.ts';
import { useRun } from '../use-run.ts';
import type { NetworkByDay, PostFiguresDocument } from './analytics-records.ts';
import { formatFigure } from './chart.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { HeatMap, type WeekdayHours } from './heat-map.tsx';

/** What people did with a post; networks count these alike. */
const ENGAGEMENT = ['likes', 'comments', 'shares', 'quotes', 'saves'] as const;
/** Enough to have the times of the posts whose figures are read. */
const LISTED = 60;

/** What posts got by the weekday and hour at which they were published, an average of each hour. */
export function PostHours({ children }: { children: ComponentChildren }) {
  const loaded = useRun<PostFiguresDocument>(
    { command: 'analytics post', input: { days: 0, allowPartial: true } },
    { follows: false },
  );
  const listed = useRun<PostsOfPage>(
    { command: 'posts list', input: { status: ['success', 'error'], limit: LISTED } },
    { follows: false },
  );
  const timeZone = pageState.value?.timeZone ?? 'UTC';
  const counted = countPosts(loaded.ran?.document?.analytics ?? [], listed.ran?.document?.posts ?? []);
  const { weekdays, posts } = groupByHour(counted, createLocalClock(timeZone));
  return (
    <FiguresPanel
      loaded={listed.ran === null ? { ...loaded, ran: null } : loaded}
      label="Best hours"
      isEmpty={counted.length === 0}
      empty="No post has been published yet. What posts get by their hour appears here."
    >
      {children}
      <HeatMap
        weekdays={weekdays}
        label="Engagement of posts by weekday and hour"
        describe={(figure) => `${formatFigure(figure)} a post`}
      >
        {(best, most) => (
          <>
            Posts of <strong>{best}</strong> got most: {formatFigure(most)} likes, comments, shares, quotes
            and saves a post{' '}
            <span class="dim">
              (of {formatCount(posts, 'post')}, those that were published last, up to now and on all networks;
              hours in {timeZone}; with few posts an hour, one post decides)
            </span>
          </>
        )}
      </HeatMap>
    </FiguresPanel>
  );
}

interface CountedPost {
  readonly publishedMs: number;
  readonly engagement: number;
}

/** The posts that have a figure on any network. */
function countPosts(figures: readonly NetworkByDay[], posts: readonly PostOfPage[]): readonly CountedPost[] {
  const byId = new Map(posts.map((post) => [post.id, post]));
  return [...Map.groupBy(figures, ({ requestedId }) => requestedId)].flatMap(([id, ofNetworks]) => {
    const post = byId.get(id);
    if (post === undefined) return [];
    const counts = ofNetworks.flatMap((each) => ENGAGEMENT.flatMap((metric) => each[metric] ?? []));
    // a scheduled post may have been created long before
    const publishedMs = Math.max(...[post.created, post.scheduleDate].map((at) => Date.parse(at ?? '') || 0));
    return [{ publishedMs, engagement: counts.reduce((sum, count) => sum + count, 0) }];
  });
}

function groupByHour(
  counted: readonly CountedPost[],
  zone: LocalClock,
): { weekdays: readonly WeekdayHours[]; posts: number } {
  const byHour = Map.groupBy(counted, ({ publishedMs }) => {
    const { dayOfWeek, hour } = zone.wallAt(publishedMs);
    return `${dayOfWeek} ${hour}`;
  });
  const [sunday, ...others] = WEEKDAYS;
  const weekdays = [...others, sunday].map((name, day) => ({
    name,
    hours: Array.from({ length: 24 }, (_, hour) => {
      const posts = byHour.get(`${day + 1} ${hour}`);
      if (posts === undefined) return null;
      return Math.round(posts.reduce((sum, { engagement }) => sum + engagement, 0) / posts.length);
    }),
  }));
  return { weekdays, posts: counted.length };
}
