import { useRef, useState } from 'preact/hooks';
import { pageState, setParameters } from '../page-store.ts';
import { FailureNote, RanFailure } from '../parts/failure-note.tsx';
import { LongList } from '../parts/long-list.tsx';
import { Notes } from '../parts/notes.tsx';
import { getItemKey, type InboxFilter, nameOf } from './inbox-filter.ts';
import { InboxFilters } from './inbox-filters.tsx';
import { type InboxAction, KeysDialog, useInboxKeys } from './inbox-keys.tsx';
import { ItemDetail } from './item-detail.tsx';
import { ItemRow } from './item-row.tsx';
import { type OpenInbox, useInbox } from './use-inbox.ts';

/** A name, two lines of text, and what it is about. */
const ROW_PX = 116;

/** Comments, messages and reviews of all networks, and the chosen one with its thread. */
export function Inbox() {
  const inbox = useInbox();
  const { id, chosen, loaded, lastDone } = inbox;
  const search = useRef<HTMLInputElement>(null);
  const [areKeysShown, showKeys] = useState(false);
  const act = (action: InboxAction) => {
    if (action === 'next') inbox.move(1);
    if (action === 'previous') inbox.move(-1);
    if (action === 'undo' && lastDone !== null) void inbox.mark(lastDone, true);
    if (action === 'search') search.current?.focus();
    if (action === 'keys') showKeys(true);
    if (action === 'back') setParameters({ id: null });
  };
  return (
    <div class={chosen === null ? 'split inbox' : 'split inbox has-chosen'}>
      {chosen === null && <Keys act={act} />}
      <section class="list" aria-label="Inbox" aria-busy={loaded.isLoading}>
        <InboxFilters filter={inbox.filter} networks={inbox.networks} search={search} />
        <ListHead inbox={inbox} onKeys={() => showKeys(true)} />
        <Items inbox={inbox} />
      </section>
      <section class="detail" aria-label="Thread">
        {chosen === null ? (
          <p class="empty">
            {id !== null && loaded.ran?.document
              ? 'This entry is not in the inbox any more. Choose another one.'
              : 'Choose an entry to read its thread and answer it.'}
          </p>
        ) : (
          <ItemDetail
            key={getItemKey(chosen)}
            item={chosen}
            about={inbox.aboutOf(chosen)}
            media={inbox.mediaOf(chosen)}
            isBusy={inbox.write.isBusy}
            onDone={() => void inbox.mark(chosen, chosen.state === 'done')}
            onAnswered={() => void inbox.finish(chosen, 'answered')}
            onDeleted={() => void inbox.finish(chosen, 'deleted')}
            onKey={act}
          />
        )}
      </section>
      <KeysDialog isOpen={areKeysShown} onClose={() => showKeys(false)} />
    </div>
  );
}

/** The keys, while no entry is open that has them itself. */
function Keys({ act }: { act: (action: InboxAction) => void }) {
  useInboxKeys(act);
  return null;
}

function ListHead({
  inbox: { loaded, rows, lastDone, write, mark },
  onKeys,
}: {
  inbox: OpenInbox;
  onKeys: () => void;
}) {
  return (
    <p class="list-head dim small">
      <span>{loaded.ran?.document && formatRows(rows.length)}</span>
      {lastDone !== null && pageState.value?.isReadOnly === false && (
        <button
          type="button"
          class="link-button"
          disabled={write.isBusy}
          onClick={() => void mark(lastDone, true)}
        >
          Undo “done” of <bdi>{nameOf(lastDone.person)}</bdi>
        </button>
      )}
      <button type="button" class="link-button keys-button" onClick={onKeys}>
        Keys
      </button>
    </p>
  );
}

function formatRows(count: number): string {
  return count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`;
}

function Items({ inbox: { loaded, rows, id, chosen, filter, write, aboutOf } }: { inbox: OpenInbox }) {
  return (
    <>
      {write.failure !== null && <FailureNote failure={write.failure} />}
      <RanFailure ran={loaded.ran} />
      {loaded.ran === null && <div class="skeleton" role="status" aria-label="reading the inbox" />}
      {loaded.ran?.document && rows.length === 0 && <Empty filter={filter} />}
      <LongList
        label="Inbox"
        rows={rows}
        rowHeight={ROW_PX}
        chosen={id}
        getKey={getItemKey}
        renderRow={(item) => (
          <ItemRow
            item={item}
            about={aboutOf(item)}
            isChosen={item === chosen}
            namesProfile={filter.isOfAllProfiles}
          />
        )}
      />
      <Unread notes={loaded.ran?.notes ?? []} />
    </>
  );
}

const EMPTY: Readonly<Record<InboxFilter['state'], string>> = {
  waiting: 'Everybody has an answer. New comments, messages and reviews appear here.',
  done: 'Nothing was answered yet. What you answer or mark as done is here.',
  all: 'No comments, messages or reviews yet. They appear here when people write to you.',
};

function Empty({ filter: { state, contains, kind, network } }: { filter: InboxFilter }) {
  const isFiltered = contains !== '' || kind !== null || network !== null;
  if (!isFiltered) return <p class="empty">{EMPTY[state]}</p>;
  const clear = () => setParameters({ contains: null, kind: null, network: null }, { isTyped: true });
  return (
    <p class="empty">
      Nothing matches.{' '}
      <button type="button" class="link-button" onClick={clear}>
        Show everything
      </button>
    </p>
  );
}

/** What may be missing from the list. */
function Unread({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <details class="unread dim small">
      <summary>What may be missing</summary>
      <Notes notes={notes} />
    </details>
  );
}
