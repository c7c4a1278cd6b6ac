import { useState } from 'preact/hooks';
import { POST_METRICS, type PostMetric } from '../../service/networks/metrics.ts';
import { place, setParameters } from '../page-store.ts';
import { getNetworkName, Network } from '../parts/networks.tsx';
import { FirstPicture } from '../parts/picture/picture.tsx';
import { When } from '../parts/when.tsx';
import type { PostOfPage, PostsOfPage } from '../records.ts';
import { useRun } from '../use-run.ts';
import type { AnalyticsPeriod, NetworkByDay, PostFiguresDocument } from './analytics-records.ts';
import { Chart, formatFigure, listByDay } from './chart.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { MetricChoice } from './metric-choice.tsx';
import { ScrollBox } from './scroll-box.tsx';

const TITLES: Readonly<Record<PostMetric, string>> = {
  likes: 'Likes',
  comments: 'Comments',
  shares: 'Shares',
  quotes: 'Quotes',
  saves: 'Saves',
  views: 'Views',
  reach: 'Reach',
  impressions: 'Impressions',
  clicks: 'Clicks',
  follows: 'Follows',
  watchedSeconds: 'Watched (s)',
};

/** Enough to have the texts of the posts whose figures are read. */
const TEXTS = 60;

/** The posts that were published last, with their figures on each network; the chosen one by day. */
export function Posts({ days }: AnalyticsPeriod) {
  const loaded = useRun<PostFiguresDocument>(
    { command: 'analytics post', input: { days, allowPartial: true } },
    { follows: false },
  );
  const listed = useRun<PostsOfPage>(
    { command: 'posts list', input: { status: ['success', 'error'], limit: TEXTS } },
    { follows: false },
  );
  const texts = new Map(listed.ran?.document?.posts.map((post) => [post.id, post]));
  const results = loaded.ran?.document?.results ?? [];
  const byPost = Map.groupBy(loaded.ran?.document?.analytics ?? [], ({ requestedId }) => requestedId);
  const asked = place.value.parameters.get('post') ?? '';
  const chosen = byPost.has(asked) ? asked : findLatestWithDays(byPost);
  return (
    <FiguresPanel
      loaded={loaded}
      label="Posts"
      isEmpty={results.length === 0}
      empty="No post has been published yet. The figures of posts appear here."
    >
      <PostChart
        id={chosen}
        figures={byPost.get(chosen) ?? []}
        post={texts.get(chosen) ?? null}
        days={days}
      />
      <ScrollBox label="Posts, figures">
        <table class="figures posts-figures">
          <caption>
            Since each post was published, whatever period is chosen: that is of the curve. The{' '}
            {results.length} posts that were published last.
          </caption>
          <thead>
            <tr>
              <th scope="col">Network</th>
              {POST_METRICS.map((metric) => (
                <th key={metric} scope="col">
                  {TITLES[metric]}
                </th>
              ))}
            </tr>
          </thead>
          {results.map(({ id, error }) => (
            <PostRows
              key={id}
              id={id}
              post={texts.get(id) ?? null}
              figures={byPost.get(id) ?? []}
              failure={error?.message ?? null}
              isChosen={id === chosen}
            />
          ))}
        </table>
      </ScrollBox>
    </FiguresPanel>
  );
}

/** The post that was published last of those that have a line, or that have figures. */
function findLatestWithDays(byPost: ReadonlyMap<string, readonly NetworkByDay[]>): string {
  const posts = [...byPost];
  const drawn = posts.find(([, figures]) => figures.some(({ daily }) => daily.length > 1)) ?? posts[0];
  return drawn?.[0] ?? '';
}

/** The days of one post, a line for each network. */
function PostChart({
  id,
  figures,
  post,
  days,
}: AnalyticsPeriod & {
  id: string;
  figures: readonly NetworkByDay[];
  post: PostOfPage | null;
}) {
  const [chosen, setChosen] = useState<PostMetric>('likes');
  const drawn = POST_METRICS.filter((metric) =>
    figures.some(({ daily }) => listByDay(daily, metric).size > 0),
  );
  const metric = drawn.includes(chosen) ? chosen : drawn[0];
  if (metric === undefined) return null;
  return (
    <>
      <p class="chosen-post">
        <FirstPicture urls={post?.mediaUrls} />
        <span class="networks">
          {figures.map(({ platform }) => (
            <Network key={platform} platform={platform} />
          ))}
        </span>
        <bdi>{post?.post || id}</bdi>
      </p>
      <MetricChoice metrics={drawn} titles={TITLES} chosen={metric} onChoose={setChosen} />
      <Chart
        title={`${TITLES[metric]} by day, in the last ${days} days`}
        lines={figures.flatMap(({ platform, daily }) => {
          const byDay = listByDay(daily, metric);
          return byDay.size === 0 ? [] : [{ label: getNetworkName(platform), byDay }];
        })}
      />
    </>
  );
}

function PostRows({
  id,
  post,
  figures,
  failure,
  isChosen,
}: {
  id: string;
  post: PostOfPage | null;
  figures: readonly NetworkByDay[];
  /** Why there are no figures of it. */
  failure: string | null;
  isChosen: boolean;
}) {
  const text = <bdi>{post === null ? id : (post.post ?? 'media only')}</bdi>;
  return (
    <tbody class={isChosen ? 'is-chosen' : undefined}>
      <tr class="post-line">
        <th scope="rowgroup" colSpan={POST_METRICS.length + 1}>
          <span class="sticky">
            <FirstPicture urls={post?.mediaUrls} />
            {figures.length === 0 ? (
              <span class="what">{text}</span>
            ) : (
              <button
                type="button"
                class="what"
                aria-pressed={isChosen}
                onClick={() => setParameters({ post: id })}
              >
                {text}
              </button>
            )}
            {post !== null && (
              <span class="dim">
                <When at={post.scheduleDate ?? post.created} />
              </span>
            )}
          </span>
          {failure !== null && <span class="dim sticky">{failure}</span>}
        </th>
      </tr>
      {figures.map((each) => (
        <tr key={each.platform}>
          <th scope="row">
            <Network platform={each.platform} /> {getNetworkName(each.platform)}
          </th>
          {POST_METRICS.map((metric) => (
            <td key={metric}>{formatFigure(each[metric])}</td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
