import { compileWordSearch, parseSearchWords } from '../../domain/text/find-words.ts';
import type { PageItem, PageItems } from './inbox-records.ts';

/** What of the inbox is shown, as the address of the page says it. */
export interface InboxFilter {
  readonly state: 'waiting' | 'done' | 'all';
  readonly kind: string | null;
  readonly network: string | null;
  readonly contains: string;
  readonly isOfAllProfiles: boolean;
  /** Who has waited longest comes first, instead of the latest. */
  readonly isOldestFirst: boolean;
}

export function readInboxFilter(parameters: URLSearchParams): InboxFilter {
  const state = parameters.get('state');
  return {
    state: state === 'done' || state === 'all' ? state : 'waiting',
    kind: parameters.get('kind'),
    network: parameters.get('network'),
    contains: parameters.get('contains') ?? '',
    isOfAllProfiles: parameters.get('profiles') === 'all',
    isOldestFirst: parameters.get('order') === 'oldest',
  };
}

const STATES: Readonly<Record<InboxFilter['state'], readonly PageItem['state'][]>> = {
  waiting: ['waiting'],
  done: ['answered', 'done'],
  all: ['waiting', 'answered', 'done', 'unknown'],
};

/** The same person stays one entry: a conversation keeps its key when another message comes. */
export function getItemKey({ profile, id, conversationId }: PageItem): string {
  const own = conversationId ?? id;
  return profile === null ? own : `${profile}:${own}`;
}

/** How a person is called; `someone` where the network gives no name. */
export function nameOf({ name, handle, id }: PageItem['person']): string {
  return name ?? handle ?? id ?? 'someone';
}

/** The entries that are shown, and how many wait without a search or a choice of networks and kinds. */
export function filterItems(
  { items, posts }: Pick<PageItems, 'items' | 'posts'>,
  { state, kind, network, contains, isOldestFirst }: InboxFilter,
): readonly PageItem[] {
  const words = parseSearchWords(contains);
  const hasWords = words === null ? null : compileWordSearch(words);
  const texts = new Map(posts.map(({ id, post }) => [id, post]));
  const found = items.filter((item) => {
    const isWanted =
      STATES[state].includes(item.state) &&
      (kind === null || item.kind === kind) &&
      (network === null || item.platform === network);
    if (!isWanted || hasWords === null) return isWanted;
    const { person, text, reply, postId } = item;
    const post = postId === null ? null : texts.get(postId);
    return hasWords([person.name, person.handle, text, reply, post].filter(Boolean).join('\n'));
  });
  // as the command lists them, the latest is first
  return isOldestFirst ? found.toReversed() : found;
}
