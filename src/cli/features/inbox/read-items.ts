import { joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { CrierError } from '../../../errors.ts';
import { CommentPlatform, MessagePlatform, ReviewPlatform } from '../../../service/platforms.ts';
import type { PostRecord } from '../../../service/posts.ts';
import type { IoPort } from '../../framework/command/io.ts';
import type { ServicePort } from '../../framework/command/service.ts';
import { listFailureEntries } from '../../framework/many/failures.ts';
import { runEach } from '../../framework/many/run-each.ts';
import { getNetworkName } from '../../framework/output/cell.ts';
import { createFirstItems } from '../../framework/output/first-items.ts';
import type { Comment } from '../comments/comment.ts';
import { COMMENT_REFERENCES } from '../comments/comments-outcome.ts';
import { openDoneComments } from '../comments/done-comments.ts';
import { type InboxComment, type InboxReading, readInbox } from '../comments/inbox.ts';
import { readOwnAccounts } from '../comments/own-accounts.ts';
import { sortComments } from '../comments/select-comments.ts';
import { foldReviews } from '../reviews/read-reviews.ts';
import type { Review } from '../reviews/review.ts';
import { deriveState, type InboxItem, type ItemKind, NOTHING_MORE } from './inbox-item.ts';
import { readConversations } from './read-conversations.ts';

/** No account of the network is linked: there is nothing to read. */
const NOT_LINKED = 156;

/** An item, and the texts that a search looks through; none when it has. */
export interface ReadItem {
  readonly item: InboxItem;
  readonly texts: readonly string[];
}

/** What was read for a profile, and what could not be. */
export interface ItemReading {
  /** At least the first of those that are listed. */
  readonly items: readonly ReadItem[];
  /** How many are listed. */
  readonly count: number;
  /** The posts of comments, by their ids. */
  readonly posts: ReadonlyMap<string, PostRecord>;
  /** Null if comments were not wanted, or could not be read. */
  readonly comments: InboxReading | null;
  readonly unread: readonly {
    readonly kind: ItemKind;
    readonly platform: string | null;
    readonly failure: CrierError;
  }[];
  /** Networks that have older messages than were read. */
  readonly cut: readonly MessagePlatform[];
}

/** What decides whether an item is listed, beside its texts. */
export type ListedFacts = Pick<InboxItem, 'state' | 'at' | 'person'>;

/** Selects items of one answer. */
export interface ItemSelection {
  isListed(item: ListedFacts, texts: readonly string[]): boolean;
  /** The answer was read whole. */
  end(): void;
}

interface WantedItems {
  readonly kinds: readonly ItemKind[];
  /** All if empty. */
  readonly platforms: readonly string[];
  /** How many posts are read, the latest first. */
  readonly posts: number;
  /** How many items are kept, the newest first; null for all. */
  readonly most: number | null;
  /** Whether their texts decide what is listed. */
  readonly needsTexts: boolean;
  /** What is listed of those of one answer; an answer that is read again is selected again. */
  select(): ItemSelection;
  readonly profile: string | null;
  readonly io: IoPort;
  report(text: string | null): void;
}

/** A part of the inbox that takes requests of its own, and may fail by itself. */
type InboxPart =
  | { readonly kind: 'comment'; readonly platform: null }
  | { readonly kind: 'message'; readonly platform: MessagePlatform }
  | { readonly kind: 'review'; readonly platform: ReviewPlatform };

/**
 * Reads the comments of recent posts, the conversations and the reviews of a profile. A network that is not linked is left
 * out; the failure of a part does not end the others.
 *
 * @throws CrierError when nothing could be read
 */
export async function readItems(service: ServicePort, wanted: WantedItems): Promise<ItemReading> {
  const client = await service.client();
  const { profile, io, report } = wanted;
  const isOpen = (await openDoneComments(service, io)).filter();
  const isDone = (id: string) => !isOpen({ id });
  const items = createNewestItems(wanted.most);
  const posts = new Map<string, PostRecord>();
  const cut: MessagePlatform[] = [];
  let comments: InboxReading | null = null;
  const marks = { profile, isDone };
  const read = async (part: InboxPart): Promise<ListedItems> => {
    if (part.kind === 'comment') {
      const own = await readOwnAccounts(client, service, io);
      const recent = { most: wanted.posts, platforms: wanted.platforms };
      const select = () => {
        const { isListed, end } = wanted.select();
        const isShown = (comment: Comment) =>
          isWantedNetwork(comment.platform, wanted) &&
          isListed(readCommentFacts(comment, isDone), listTexts(comment));
        return { isShown, end };
      };
      const first = { most: wanted.most, sort: sortNewestFirst };
      comments = await readInbox(client, {
        own,
        posts: recent,
        report,
        isWanted: () => true,
        select,
        first,
      });
      for (const { post } of comments.waiting) posts.set(post.id, post);
      const { shownCount: count, waiting } = comments;
      return { count: () => count, list: () => waiting.map((each) => toCommentItem(each, marks)) };
    }
    const begin = () => {
      const found = createNewestItems(wanted.most);
      const { isListed, end } = wanted.select();
      return {
        add({ item, texts }: ReadItem) {
          if (isListed(item, texts)) found.add({ item, texts: [] });
        },
        end() {
          end();
          return found;
        },
      };
    };
    if (part.kind === 'review')
      return foldReviews(client, part.platform, () => {
        const { add, end } = begin();
        return { add: (review) => add(toReviewItem(review, marks)), end };
      });
    const { conversations, hasMore } = await readConversations(client, part.platform, {
      ...marks,
      needsTexts: wanted.needsTexts,
    });
    const { add, end } = begin();
    for (const each of conversations) add(each);
    if (hasMore) cut.push(part.platform);
    return end();
  };
  const parts = listParts(wanted);
  const failed: { kind: ItemKind; platform: string | null; failure: CrierError }[] = [];
  for await (const { id, value, failure } of runEach(parts, { atOnce: parts.length }, read)) {
    if (failure === null) items.addAll(value);
    else failed.push({ ...id, failure });
  }
  const unread = failed.filter(({ failure }) => failure.facts.code !== NOT_LINKED);
  if (failed.length === parts.length && unread[0] !== undefined) throw unread[0].failure;
  return { items: items.list(), count: items.count(), posts, comments, unread, cut };
}

/** Those of a part that are listed: their number, and at least the newest. */
interface ListedItems {
  count(): number;
  list(): readonly ReadItem[];
}

function createNewestItems(most: number | null) {
  return createFirstItems<ReadItem>(most, (all) => all.toSorted(compareByTime));
}

function sortNewestFirst(all: readonly InboxComment[]): readonly InboxComment[] {
  return sortComments(all, 'time', ({ comment }) => comment);
}

function isWantedNetwork(platform: string, { platforms }: Pick<WantedItems, 'platforms'>): boolean {
  return platforms.length === 0 || platforms.includes(platform);
}

function listParts(wanted: WantedItems): readonly InboxPart[] {
  const isWanted = (platform: string) => isWantedNetwork(platform, wanted);
  const all: readonly InboxPart[] = [
    ...(CommentPlatform.options.some(isWanted) ? [{ kind: 'comment', platform: null } as const] : []),
    ...MessagePlatform.options.filter(isWanted).map((platform) => ({ kind: 'message', platform }) as const),
    ...ReviewPlatform.options.filter(isWanted).map((platform) => ({ kind: 'review', platform }) as const),
  ];
  return all.filter(({ kind }) => wanted.kinds.includes(kind));
}

interface MarksOfProfile {
  readonly profile: string | null;
  readonly isDone: (id: string) => boolean;
}

function toCommentItem({ comment, post }: InboxComment, { profile, isDone }: MarksOfProfile): ReadItem {
  const { id, platform, text, likes } = comment;
  const copy = post.postIds?.find((each) => each.platform === platform);
  const url = comment.url ?? copy?.postUrl ?? null;
  const { videoId = null, commentUrn = null } = COMMENT_REFERENCES.target({ comment, depth: 0 }) ?? {};
  const item: InboxItem = {
    ...NOTHING_MORE,
    kind: 'comment',
    ...{ profile, platform, id: id ?? '', text, likes, url },
    ...readCommentFacts(comment, isDone),
    ...{ postId: post.id, videoId, commentUrn },
  };
  return { item, texts: [] };
}

function readCommentFacts(
  { id, author, createdAt, isAnswered }: Comment,
  isDone: MarksOfProfile['isDone'],
): ListedFacts {
  return { state: deriveState(isAnswered, isDone(id ?? '')), at: createdAt, person: author };
}

function listTexts({ text }: { readonly text: string | null }): readonly string[] {
  return text === null ? [] : [text];
}

function toReviewItem(review: Review, { profile, isDone }: MarksOfProfile): ReadItem {
  const { id, platform, text, createdAt, stars, isRecommended, reply, reviewer } = review;
  const item: InboxItem = {
    ...NOTHING_MORE,
    kind: 'review',
    ...{ profile, platform, id, text, at: createdAt, stars, isRecommended, reply },
    state: deriveState(reply !== null, isDone(id)),
    person: { id: null, name: reviewer, handle: null, url: null, avatarUrl: null, isMe: false },
  };
  return { item, texts: listTexts(review) };
}

/** Sentences about parts that could not be read, one for each reason. */
export function summarizeParts(unread: ItemReading['unread']): readonly string[] {
  return [...Map.groupBy(unread, ({ kind, failure }) => `${kind}: ${failure.message}`).values()].map(
    (group) => {
      const [{ kind, failure } = {}] = group;
      const networks = group.flatMap(({ platform }) => (platform === null ? [] : [getNetworkName(platform)]));
      const where = networks.length === 0 ? '' : ` on ${joinWithAnd(networks)}`;
      const code = failure?.facts.code ?? null;
      return `not read: ${kind}s${where} (${code === null ? '' : `${code}, `}${failure?.message})`;
    },
  );
}

/** Parts that could not be read, for a JSON document. */
export function listUnreadParts({ unread }: ItemReading, profile: string | null) {
  return unread.flatMap(({ kind, platform, failure }) =>
    listFailureEntries(kind, failure).map((error) => ({ ...error, kind, platform, profile, postId: null })),
  );
}

/** The newest first; those without a time at the end. */
export function compareByTime(one: ReadItem, other: ReadItem): number {
  return toMs(other) - toMs(one);
}

function toMs({ item }: ReadItem): number {
  return readTimestamp(item.at).ms ?? Number.MIN_SAFE_INTEGER;
}
