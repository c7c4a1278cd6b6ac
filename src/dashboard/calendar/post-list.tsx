import { useMemo } from 'preact/hooks';
import { place, setParameters } from '../page-store.ts';
import { RanFailure } from '../parts/failure-note.tsx';
import { LongList } from '../parts/long-list.tsx';
import { getNetworkName } from '../parts/networks.tsx';
import { FirstPicture } from '../parts/picture/picture.tsx';
import { SearchInput } from '../parts/search-input.tsx';
import { When } from '../parts/when.tsx';
import type { PostOfPage } from '../records.ts';
import { useRun } from '../use-run.ts';
import { getCalendarHref } from './calendar-place.ts';
import { NetworksOf } from './post-card.tsx';
import { getStateOf, STATUSES } from './post-states.ts';
import { POSTED_NETWORKS } from './posted-networks.ts';

/** A line of its text, and one of its networks. */
const ROW_PX = 64;

interface ListOfPosts {
  readonly posts: readonly PostOfPage[];
  readonly meta?: { readonly pagination?: { readonly next: string | null } };
}

/** All posts, the newest first, with filters. */
export function PostList() {
  const { parameters } = place.value;
  const [status, network, cursor] = ['status', 'network', 'cursor'].map((name) => parameters.get(name));
  const words = (parameters.get('contains') ?? '').toLowerCase();
  const loaded = useRun<ListOfPosts>({
    command: 'posts list',
    input: {
      ...{ all: true, lastDays: 0 },
      ...(status && { status: [status] }),
      ...(network && { platforms: [network] }),
      ...(cursor && { cursor }),
    },
  });
  const all = loaded.ran?.document?.posts;
  const rows = useMemo(
    () => (all ?? []).filter(({ post }) => (post ?? '').toLowerCase().includes(words)),
    [all, words],
  );
  const next = loaded.ran?.document?.meta?.pagination?.next ?? null;
  const isFiltered = Boolean(status || network || words);
  return (
    <section class="list" aria-label="Posts" aria-busy={loaded.isLoading}>
      <PostFilters />
      <RanFailure ran={loaded.ran} />
      {loaded.ran === null && <div class="skeleton" role="status" aria-label="reading posts" />}
      {all !== undefined && rows.length === 0 && (
        <p class="empty">
          {isFiltered
            ? 'No post matches. Choose all states and networks, or clear the search.'
            : 'No posts yet.'}
        </p>
      )}
      <LongList
        label="Posts"
        rows={rows}
        rowHeight={ROW_PX}
        chosen={parameters.get('post')}
        getKey={({ id }) => id}
        renderRow={(post) => <PostRow post={post} />}
      />
      {(next !== null || cursor) && (
        <p class="actions paging">
          {cursor && (
            <button type="button" onClick={() => setParameters({ cursor: null })}>
              Newest posts
            </button>
          )}
          {next !== null && (
            <button type="button" onClick={() => setParameters({ cursor: next })}>
              Older posts
            </button>
          )}
        </p>
      )}
    </section>
  );
}

function PostFilters() {
  const { parameters } = place.value;
  return (
    <search class="filters">
      <SearchInput
        label="Search posts"
        value={parameters.get('contains') ?? ''}
        onSearch={(contains) => setParameters({ contains }, { isTyped: true })}
      />
      <select
        aria-label="State"
        value={parameters.get('status') ?? ''}
        onChange={({ currentTarget }) => setParameters({ status: currentTarget.value, cursor: null })}
      >
        <option value="">All states</option>
        {STATUSES.map(({ status, word }) => (
          <option key={status} value={status}>
            {word}
          </option>
        ))}
      </select>
      <select
        aria-label="Network"
        value={parameters.get('network') ?? ''}
        onChange={({ currentTarget }) => setParameters({ network: currentTarget.value, cursor: null })}
      >
        <option value="">All networks</option>
        {POSTED_NETWORKS.map((platform) => (
          <option key={platform} value={platform}>
            {getNetworkName(platform)}
          </option>
        ))}
      </select>
    </search>
  );
}

function PostRow({ post }: { post: PostOfPage }) {
  const { word, tone } = getStateOf(post);
  const [error] = post.errors ?? [];
  return (
    <a class="row post-row" href={getCalendarHref({ post: post.id })}>
      <span class={`tag ${tone}`}>{word}</span>
      <span class="body">
        <bdi class="first-line">{post.post || 'media only'}</bdi>
        <span class="second-line">
          <NetworksOf post={post} />
          {error !== undefined && <bdi class="dim">{error.message}</bdi>}
        </span>
      </span>
      <FirstPicture urls={post.mediaUrls} />
      <When at={post.scheduleDate ?? post.created} />
    </a>
  );
}
