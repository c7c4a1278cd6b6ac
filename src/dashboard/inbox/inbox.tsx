import { useMemo } from 'preact/hooks';
import { place, setParameters } from '../page-store.ts';
import { RanFailure } from '../parts/failure-note.tsx';
import { getNetworkName, Network } from '../parts/networks.tsx';
import { When } from '../parts/when.tsx';
import type { WaitingComment, WaitingComments } from '../records.ts';
import { useRun } from '../use-run.ts';
import { Thread } from './thread.tsx';

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
        <ul class="rows" onKeyDown={(event) => moveFocus(event, rows)}>
          {rows.map((comment) => (
            <InboxRow key={comment.id} comment={comment} isChosen={comment === chosen} />
          ))}
        </ul>
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
    <li>
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
    </li>
  );
}

/** Arrow keys and j, k go from row to row, as in "comments inbox" on a terminal. */
function moveFocus(event: KeyboardEvent, rows: readonly WaitingComment[]): void {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (step === undefined || rows.length === 0) return;
  const links = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLAnchorElement>('a.row')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
  event.preventDefault();
}
