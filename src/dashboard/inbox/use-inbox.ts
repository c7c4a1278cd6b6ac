import { useMemo, useState } from 'preact/hooks';
import { place, said, setParameters } from '../page-store.ts';
import { useWrite, type Write, type WriteChoices } from '../parts/use-write.ts';
import { describeFault, run } from '../run.ts';
import { type Loaded, useRun } from '../use-run.ts';
import { useHandledItems } from './handled-items.ts';
import { filterItems, getItemKey, type InboxFilter, nameOf, readInboxFilter } from './inbox-filter.ts';
import type { PageItem, PageItems } from './inbox-records.ts';

/** The entries that are shown, the open one, and what can be done with them. */
export interface OpenInbox {
  readonly loaded: Loaded<PageItems>;
  readonly filter: InboxFilter;
  readonly networks: readonly string[];
  readonly rows: readonly PageItem[];
  /** The key in the address, also of an entry that is gone. */
  readonly id: string | null;
  readonly chosen: PageItem | null;
  /** The text of the post of a comment. */
  aboutOf(item: PageItem): string | null;
  /** The images and videos of that post. */
  mediaOf(item: PageItem): readonly string[];
  /** Opens the entry after the open one, or before it. */
  move(steps: 1 | -1): void;
  /** Marks an entry as done, or takes that back. */
  mark(item: PageItem, isUndo: boolean): Promise<void>;
  /** Notes that an entry was answered or deleted, and opens the next one. */
  finish(item: PageItem, state: 'answered' | 'deleted'): Promise<void>;
  /** The entry that was marked as done last, which can be taken back. */
  readonly lastDone: PageItem | null;
  readonly write: Write;
}

export function useInbox(): OpenInbox {
  const { parameters } = place.value;
  const filter = readInboxFilter(parameters);
  const loaded = useRun<PageItems>({
    command: 'inbox list',
    input: { state: 'all', all: true, allProfiles: filter.isOfAllProfiles },
    ...(filter.isOfAllProfiles && { profile: null }),
  });
  const { items, set } = useHandledItems(loaded);
  const posts = loaded.ran?.document?.posts ?? [];
  const rows = useMemo(() => filterItems({ items, posts }, filter), [items, posts, JSON.stringify(filter)]);
  const byId = useMemo(() => new Map(posts.map((post) => [post.id, post])), [posts]);
  const id = parameters.get('id');
  return {
    ...{ loaded, filter, rows, id },
    networks: useMemo(() => [...new Set(items.map(({ platform }) => platform))].sort(), [items]),
    // also one that was answered meanwhile, or that the filters leave out
    chosen: id === null ? null : (items.find((item) => getItemKey(item) === id) ?? null),
    aboutOf: ({ kind, postId }) =>
      kind === 'comment' ? (byId.get(postId ?? '')?.post ?? 'a post without text') : null,
    mediaOf: ({ postId }) => byId.get(postId ?? '')?.mediaUrls ?? [],
    move(steps) {
      const at = rows.findIndex((item) => getItemKey(item) === id);
      const next = rows[at === -1 ? 0 : at + steps];
      if (next !== undefined) setParameters({ id: getItemKey(next) }, { isTyped: id !== null });
    },
    ...useMarks({ rows, filter, set }),
  };
}

function useMarks({
  rows,
  filter,
  set,
}: Pick<OpenInbox, 'rows' | 'filter'> & Pick<ReturnType<typeof useHandledItems>, 'set'>) {
  const write = useWrite();
  const [undoable, setUndoable] = useState<readonly PageItem[]>([]);
  const isSame = (one: PageItem, other: PageItem) => getItemKey(one) === getItemKey(other);
  /** Opens the entry after one that leaves the list. */
  const goOn = (item: PageItem) => {
    const at = rows.findIndex((each) => isSame(each, item));
    const next = rows[at + 1] ?? rows[at - 1];
    if (at === -1 || filter.state !== 'waiting') return;
    setParameters({ id: next === undefined ? null : getItemKey(next) }, { isTyped: true });
  };
  return {
    write,
    lastDone: undoable.at(-1) ?? null,
    async mark(item: PageItem, isUndo: boolean) {
      const name = nameOf(item.person);
      const done = isUndo ? `${name} waits again.` : `Marked as done: ${name}.`;
      if (!(await write.make(toMark(item, isUndo), done, toChoices(item)))) return;
      set(item, isUndo ? 'waiting' : 'done');
      setUndoable((all) => (isUndo ? all.filter((each) => !isSame(each, item)) : [...all, item]));
      if (isUndo) setParameters({ id: getItemKey(item) }, { isTyped: true });
      else goOn(item);
    },
    async finish(item: PageItem, state: 'answered' | 'deleted') {
      set(item, state);
      goOn(item);
      if (item.kind !== 'comment' || state !== 'answered') return;
      // the service lists answers only after its next refresh; the next entry is not kept waiting for the mark
      const { failure } = await run(toMark(item, false), item.profile).catch(describeFault);
      if (failure !== null) said.value = `Answered, but it may be listed again: ${failure.message}`;
    },
  };
}

function toMark({ id, kind, platform, postId }: PageItem, isUndo: boolean) {
  const where = kind === 'comment' ? { post: postId } : { platform };
  return { command: 'inbox done', input: { id: [id], kind, ...where, undo: isUndo } };
}

function toChoices({ profile }: PageItem): WriteChoices {
  return { profile, readsAgain: false };
}
