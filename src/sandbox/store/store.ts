import { CrierError } from '../../errors.ts';
import type { Database } from '../../storage/open-database.ts';
import { createRequestStore, createXAppStore, type RequestStore, type XAppStore } from './access.ts';
import {
  type ActionResultStore,
  createActionResultStore,
  createDedupClaimStore,
  type DedupClaimStore,
} from './automations/action-results.ts';
import { type ActivityStore, createActivityStore } from './automations/activity.ts';
import { type AutomationStore, createAutomationStore } from './automations/automations.ts';
import { createDispatchStore, type DispatchStore } from './automations/dispatches.ts';
import { createEngagementStore, type EngagementStore } from './automations/engagements.ts';
import { type CommentStore, createCommentStore, createUserStore, type UserStore } from './comments.ts';
import { type ConversationStore, createConversationStore } from './conversations.ts';
import { createFeedArticleStore, type FeedArticleStore } from './feed-articles.ts';
import { createFeedStore, type FeedStore } from './feeds.ts';
import { createLinkSessionStore, type LinkSessionStore } from './link-sessions.ts';
import { createLinkStore, type LinkStore } from './links.ts';
import { createMediaStore, createTrackStore, type MediaStore, type TrackStore } from './media.ts';
import { createMediaFileStore, type MediaFileStore } from './media-files.ts';
import {
  createDmCountStore,
  createMessageStore,
  createOutbox,
  type DmCountStore,
  type MessageStore,
  type OutboxStore,
} from './messages.ts';
import { createOutboundStore, type OutboundStore } from './outbound/attempts.ts';
import {
  type BreakerStore,
  type CallbackStore,
  createBreakerStore,
  createCallbackStore,
} from './outbound/callbacks.ts';
import { createDeliveryStore, type DeliveryStore } from './outbound/deliveries.ts';
import { createDeliveryQueue, type DeliveryQueue } from './outbound/delivery-queue.ts';
import { createWebhookStore, type WebhookStore } from './outbound/webhooks.ts';
import { createPostingScheduleStore, type PostingScheduleStore } from './posting-schedules.ts';
import { createDuePostStore, createPostStore, type DuePostStore, type PostStore } from './posts.ts';
import { type AccountStore, createAccountStore, createProfileStore, type ProfileStore } from './profiles.ts';
import { createRetention, type Retention } from './retention.ts';
import { createReviewStore, type ReviewStore } from './reviews.ts';
import { createServiceCommentStore, type ServiceCommentStore } from './service-comments.ts';
import { createFaultStore, createSettingsStore, type FaultStore, type SettingsStore } from './settings.ts';
import { createRefreshStore, type RefreshStore } from './social-posts.ts';

/** All tables of the sandbox, one member per group. */
export interface Store {
  accounts: AccountStore;
  activity: ActivityStore;
  automations: AutomationStore;
  breakers: BreakerStore;
  callbacks: CallbackStore;
  duePosts: DuePostStore;
  comments: CommentStore;
  conversations: ConversationStore;
  actionResults: ActionResultStore;
  dedupClaims: DedupClaimStore;
  deliveries: DeliveryStore;
  deliveryQueue: DeliveryQueue;
  dispatches: DispatchStore;
  dmCounts: DmCountStore;
  engagements: EngagementStore;
  linkSessions: LinkSessionStore;
  links: LinkStore;
  media: MediaStore;
  mediaFiles: MediaFileStore;
  messages: MessageStore;
  outbox: OutboxStore;
  outbound: OutboundStore;
  faults: FaultStore;
  feedArticles: FeedArticleStore;
  feeds: FeedStore;
  postingSchedules: PostingScheduleStore;
  posts: PostStore;
  profiles: ProfileStore;
  refreshes: RefreshStore;
  requests: RequestStore;
  retention: Retention;
  reviews: ReviewStore;
  serviceComments: ServiceCommentStore;
  settings: SettingsStore;
  tracks: TrackStore;
  users: UserStore;
  webhooks: WebhookStore;
  xApp: XAppStore;
  /** Runs `work` in one transaction. */
  transaction<Result>(work: () => Result): Result;
  /** The same, but returns null at once when another process holds the write lock. */
  tryTransaction<Result>(work: () => Result): { result: Result } | null;
  /** Whether another process holds the write lock now. */
  isWriteLocked(): boolean;
  /** @throws MovedDatabase when the store's files were removed or replaced since they were opened */
  requireInPlace(): void;
  /** Group commit: syncs the disk once for all transactions of `work`, before it returns. */
  group<Result>(work: () => Result): Result;
}

export function createStore(database: Database): Store {
  return {
    accounts: createAccountStore(database),
    activity: createActivityStore(database),
    automations: createAutomationStore(database),
    breakers: createBreakerStore(database),
    callbacks: createCallbackStore(database),
    duePosts: createDuePostStore(database),
    comments: createCommentStore(database),
    conversations: createConversationStore(database),
    actionResults: createActionResultStore(database),
    dedupClaims: createDedupClaimStore(database),
    deliveries: createDeliveryStore(database),
    deliveryQueue: createDeliveryQueue(database),
    dispatches: createDispatchStore(database),
    dmCounts: createDmCountStore(database),
    engagements: createEngagementStore(database),
    linkSessions: createLinkSessionStore(database),
    links: createLinkStore(database),
    media: createMediaStore(database),
    mediaFiles: createMediaFileStore(database),
    messages: createMessageStore(database),
    outbox: createOutbox(database),
    outbound: createOutboundStore(database),
    faults: createFaultStore(database),
    feedArticles: createFeedArticleStore(database),
    feeds: createFeedStore(database),
    postingSchedules: createPostingScheduleStore(database),
    posts: createPostStore(database),
    profiles: createProfileStore(database),
    refreshes: createRefreshStore(database),
    requests: createRequestStore(database),
    retention: createRetention(database),
    reviews: createReviewStore(database),
    serviceComments: createServiceCommentStore(database),
    settings: createSettingsStore(database),
    tracks: createTrackStore(database),
    users: createUserStore(database),
    webhooks: createWebhookStore(database),
    xApp: createXAppStore(database),
    transaction: (work) => database.transaction(work),
    tryTransaction: (work) => database.tryTransaction(work),
    isWriteLocked: database.isWriteLocked,
    requireInPlace: database.requireInPlace,
    group: (work) => database.group(work),
  };
}

/** Size of a store in bytes, by its pages. */
export function getStoreBytes(database: Database): number {
  const pages = database.first<{ bytes: number }>(
    'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
  );
  return pages?.bytes ?? 0;
}

/**
 * Returns unused pages to the disk (`vacuum`). Needs the store's size in free space, and no other reader; otherwise
 * it does nothing.
 */
export function compact(database: Database): void {
  try {
    database.script('vacuum; pragma wal_checkpoint(truncate)');
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
  }
}
