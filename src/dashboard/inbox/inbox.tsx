import { useMemo } from 'preact/hooks';
import { place, setParameters } from '../page-store.ts';
import { RanFailure } from '../parts/failure-note.tsx';
import { LongList } from '../parts/long-list.tsx';
import { getNetworkName, Network } from '../parts/networks.tsx';
import { When } from '../parts/when.tsx';
import type { WaitingComment, WaitingComments } from '../records.ts';
import { useRun } from '../use-run.ts';
import { Thread } from './thread.tsx';

/** Two lines of a comment, and its post. */
const ROW_PX = 88;

/** The comments of all networks that wait for an answer, and the chosen one with its thread. */
export function Inbox() {
  const { parameters } = place.value;
  const contains = parameters.get('contains') ?? '';
  const loaded = useRun<WaitingComments>({
    command: 'comments inbox',
    input: { all: true, ...(contains !== '' && { contains: [contains] }) },
  });
  const all = loaded.ran?.document?.inbox ?? [];
  const network = parameters.get('network');
  const rows = useMemo(
    () => all.filter(({ platform }) => network === null || platform === network),
    [all, network],
  );
  const chosen = rows.find(({ id }) => id === parameters.get('id')) ?? null;
  return (
    <div class={chosen === null ? 'split' : 'split has-chosen'}>
      <section class="list" aria-label="Comments that wait for an answer" aria-busy={loaded.isLoading}>
        <Filters all={all} network={network} contains={contains} />
        <RanFailure ran={loaded.ran} />
        {loaded.ran === null && <div class="skeleton" role="status" aria-label="reading comments" />}
        {loaded.ran?.document && rows.length === 0 && (
          <p class="empty">
            {contains === '' && network === null
              ? 'Everybody has an answer. New comments appear here.'
              : 'No comment matches. Clear the search, or choose all networks.'}
          </p>
        )}
        <LongList
          label="Comments"
          rows={rows}
          rowHeight={ROW_PX}
          chosen={chosen?.id ?? null}
          getKey={({ id }) => id}
          renderRow={(comment) => <InboxRow comment={comment} isChosen={comment === chosen} />}
        />
      </section>
      <section class="detail" aria-label="Thread">
        {chosen === null ? (
          <p class="empty">Choose a comment to read its thread and answer it.</p>
        ) : (
          <Thread key={chosen.id} comment={chosen} />
        )}
      </section>
    </div>
  );
}

function Filters({
  all,
  network,
  contains,
}: {
  all: readonly WaitingComment[];
  network: string | null;
  contains: string;
}) {
  const networks = [...new Set(all.map(({ platform }) => platform))].sort();
  return (
    <search class="filters">
      <input
        type="search"
        placeholder="Search comments"
        aria-label="Search comments"
        value={contains}
        onChange={({ currentTarget }) => setParameters({ contains: currentTarget.value.trim(), id: null })}
      />
      <select
        aria-label="Network"
        value={network ?? ''}
        onChange={({ currentTarget }) => setParameters({ network: currentTarget.value, id: null })}
      >
        <option value="">All networks</option>
        {networks.map((platform) => (
          <option key={platform} value={platform}>
            {getNetworkName(platform)}
          </option>
        ))}
      </select>
    </search>
  );
}

function InboxRow({ comment, isChosen }: { comment: WaitingComment; isChosen: boolean }) {
  const { id, platform, author, text, createdAt, post } = comment;
  return (
    <a
      class="row"
      href={`#/inbox?${new URLSearchParams({ ...Object.fromEntries(place.value.parameters), id })}`}
      aria-current={isChosen ? 'true' : undefined}
    >
      <Network platform={platform} />
      <span class="body">
        <span class="what">
          <bdi class="strong">{author.name ?? author.handle ?? 'someone'}</bdi> <bdi>{text}</bdi>
        </span>
        <bdi class="dim post">{post}</bdi>
      </span>
      <When at={createdAt} />
    </a>
  );
}
