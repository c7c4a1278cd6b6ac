import { useEffect, useRef, useState } from 'preact/hooks';
import type { Loaded } from '../use-run.ts';
import { getItemKey } from './inbox-filter.ts';
import type { PageItem, PageItems } from './inbox-records.ts';

/** What was done with an entry since it was read: deleted, or its new state. */
type HandledState = PageItem['state'] | 'deleted';

/** The entries as they were read, with what was done here since: another read of all of them would take many requests. */
export function useHandledItems(loaded: Loaded<PageItems>): {
  readonly items: readonly PageItem[];
  set(item: PageItem, state: HandledState): void;
} {
  const [handled, setHandled] = useState<ReadonlyMap<string, HandledState>>(new Map());
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    // what was done before a read began is in its result
    if (loaded.isLoading) before.current = [...handled.keys()];
    else {
      const known = new Set(before.current);
      before.current = [];
      if (known.size > 0) setHandled((all) => new Map([...all].filter(([key]) => !known.has(key))));
    }
  }, [loaded.isLoading]);
  const items = (loaded.ran?.document?.items ?? []).flatMap((item) => {
    const state = handled.get(toKey(item));
    if (state === 'deleted') return [];
    return state === undefined ? [item] : [{ ...item, state }];
  });
  return {
    items,
    set: (item, state) => setHandled((all) => new Map(all).set(toKey(item), state)),
  };
}

/** A later message of the same person is another one. */
function toKey(item: PageItem): string {
  return `${getItemKey(item)} ${item.id}`;
}
