import type { Database } from '../../storage/open-database.ts';
import { type AccountStore, createAccountStore } from './accounts.ts';
import { type ActionResultStore, createActionResultStore } from './action-results.ts';
import { type ActivityStore, createActivityStore } from './activity.ts';
import { type AutomationStore, createAutomationStore } from './automations.ts';
import { type BreakerStore, createBreakerStore } from './breakers.ts';
import { type CallbackStore, createCallbackStore } from './callbacks.ts';
import { type CommentStore, createCommentStore } from './comments.ts';
import { createDedupClaimStore, type DedupClaimStore } from './dedup-claims.ts';
import { createDeliveryStore, type DeliveryStore } from './deliveries.ts';
import { createDeliveryQueue, type DeliveryQueue } from './delivery-queue.ts';
import { createDispatchStore, type DispatchStore } from './dispatches.ts';
import { createDmCountStore, type DmCountStore } from './dm-counts.ts';
import { createDuePostStore, type DuePostStore } from './due-posts.ts';
import { createEngagementStore, type EngagementStore } from './engagements.ts';
import { createFaultStore, type FaultStore } from './faults.ts';
import { createMediaStore, type MediaStore } from './media.ts';
import { createMessageStore, type MessageStore } from './messages.ts';
import { createOutboundStore, type OutboundStore } from './outbound-counts.ts';
import { createOutbox, type OutboxStore } from './outbox.ts';
import { createPostStore, type PostStore } from './posts.ts';
import { createProfileStore, type ProfileStore } from './profiles.ts';
import { createRefreshStore, type RefreshStore } from './refreshes.ts';
import { createRequestStore, type RequestStore } from './requests.ts';
import { createRetention, type Retention } from './retention.ts';
import { createServiceCommentStore, type ServiceCommentStore } from './service-comments.ts';
import { createSettingsStore, type SettingsStore } from './settings.ts';
import { createTrackStore, type TrackStore } from './tracks.ts';
import { createUserStore, type UserStore } from './users.ts';
import { createWebhookStore, type WebhookStore } from './webhooks.ts';
import { createXAppStore, type XAppStore } from './x-app.ts';

/** All tables of the sandbox, one member per group. */
export interface Store {
  readonly accounts: AccountStore;
  readonly activity: ActivityStore;
  readonly automations: AutomationStore;
  readonly breakers: BreakerStore;
  readonly callbacks: CallbackStore;
  readonly duePosts: DuePostStore;
  readonly comments: CommentStore;
  readonly actionResults: ActionResultStore;
  readonly dedupClaims: DedupClaimStore;
  readonly deliveries: DeliveryStore;
  readonly deliveryQueue: DeliveryQueue;
  readonly dispatches: DispatchStore;
  readonly dmCounts: DmCountStore;
  readonly engagements: EngagementStore;
  readonly media: MediaStore;
  readonly messages: MessageStore;
  readonly outbox: OutboxStore;
  readonly outbound: OutboundStore;
  readonly faults: FaultStore;
  readonly posts: PostStore;
  readonly profiles: ProfileStore;
  readonly refreshes: RefreshStore;
  readonly requests: RequestStore;
  readonly retention: Retention;
  readonly serviceComments: ServiceCommentStore;
  readonly settings: SettingsStore;
  readonly tracks: TrackStore;
  readonly users: UserStore;
  readonly webhooks: WebhookStore;
  readonly xApp: XAppStore;
  /** Runs `work` in one transaction. */
  transaction<Result>(work: () => Result): Result;
  /** The same, but returns null at once when another process holds the write lock. */
  tryTransaction<Result>(work: () => Result): { readonly result: Result } | null;
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
    actionResults: createActionResultStore(database),
    dedupClaims: createDedupClaimStore(database),
    deliveries: createDeliveryStore(database),
    deliveryQueue: createDeliveryQueue(database),
    dispatches: createDispatchStore(database),
    dmCounts: createDmCountStore(database),
    engagements: createEngagementStore(database),
    media: createMediaStore(database),
    messages: createMessageStore(database),
    outbox: createOutbox(database),
    outbound: createOutboundStore(database),
    faults: createFaultStore(database),
    posts: createPostStore(database),
    profiles: createProfileStore(database),
    refreshes: createRefreshStore(database),
    requests: createRequestStore(database),
    retention: createRetention(database),
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
