import type { Database } from '../../disk/open-database.ts';
import { type Accounts, accountsOf } from './accounts.ts';
import { type ActionResults, actionResultsOf } from './action-results.ts';
import { type Activity, activityOf } from './activity.ts';
import { type Automations, automationsOf } from './automations.ts';
import { type Breakers, breakersOf } from './breakers.ts';
import { type Callbacks, callbacksOf } from './callbacks.ts';
import { type ComingPosts, comingPostsOf } from './coming-posts.ts';
import { type Comments, commentsOf } from './comments.ts';
import { type DedupClaims, dedupClaimsOf } from './dedup-claims.ts';
import { type Deliveries, deliveriesOf } from './deliveries.ts';
import { type DeliveryQueue, deliveryQueueOf } from './delivery-queue.ts';
import { type Dispatches, dispatchesOf } from './dispatches.ts';
import { type DmCounts, dmCountsOf } from './dm-counts.ts';
import { type Engagements, engagementsOf } from './engagements.ts';
import { type Faults, faultsOf } from './faults.ts';
import { type Media, mediaOf } from './media.ts';
import { type Messages, messagesOf } from './messages.ts';
import { type Outbox, outboxOf } from './outbox.ts';
import { type Outgoing, outgoingOf } from './outgoing.ts';
import { type Posts, postsOf } from './posts.ts';
import { type Profiles, profilesOf } from './profiles.ts';
import { type Refreshes, refreshesOf } from './refreshes.ts';
import { type Requests, requestsOf } from './requests.ts';
import { type Retention, retentionOf } from './retention.ts';
import { type ServiceComments, serviceCommentsOf } from './service-comments.ts';
import { type Settings, settingsOf } from './settings.ts';
import { type Tracks, tracksOf } from './tracks.ts';
import { type Users, usersOf } from './users.ts';
import { type Webhooks, webhooksOf } from './webhooks.ts';
import { type XApp, xAppOf } from './x-app.ts';

/** Everything the sandbox remembers, a member a table. */
export interface Store {
  readonly accounts: Accounts;
  readonly activity: Activity;
  readonly automations: Automations;
  readonly breakers: Breakers;
  readonly callbacks: Callbacks;
  readonly comingPosts: ComingPosts;
  readonly comments: Comments;
  readonly actionResults: ActionResults;
  readonly dedupClaims: DedupClaims;
  readonly deliveries: Deliveries;
  readonly deliveryQueue: DeliveryQueue;
  readonly dispatches: Dispatches;
  readonly dmCounts: DmCounts;
  readonly engagements: Engagements;
  readonly media: Media;
  readonly messages: Messages;
  readonly outbox: Outbox;
  readonly outgoing: Outgoing;
  readonly faults: Faults;
  readonly posts: Posts;
  readonly profiles: Profiles;
  readonly refreshes: Refreshes;
  readonly requests: Requests;
  readonly retention: Retention;
  readonly serviceComments: ServiceComments;
  readonly settings: Settings;
  readonly tracks: Tracks;
  readonly users: Users;
  readonly webhooks: Webhooks;
  readonly xApp: XApp;
  /** Keeps all of what `work` writes, or nothing. */
  transaction<Result>(work: () => Result): Result;
  /** The same, unless another process holds the write lock at this moment: then nothing is done, and it is null. */
  tryTransaction<Result>(work: () => Result): { readonly result: Result } | null;
  /** Whether another process holds the write lock at this moment. */
  isWriteLocked(): boolean;
  /** @throws MovedDatabase when the store's files were removed or replaced since they were opened */
  requireInPlace(): void;
  /** Waits for the disk once for all transactions of `work`, before it returns. */
  group<Result>(work: () => Result): Result;
}

export function storeOf(database: Database): Store {
  return {
    accounts: accountsOf(database),
    activity: activityOf(database),
    automations: automationsOf(database),
    breakers: breakersOf(database),
    callbacks: callbacksOf(database),
    comingPosts: comingPostsOf(database),
    comments: commentsOf(database),
    actionResults: actionResultsOf(database),
    dedupClaims: dedupClaimsOf(database),
    deliveries: deliveriesOf(database),
    deliveryQueue: deliveryQueueOf(database),
    dispatches: dispatchesOf(database),
    dmCounts: dmCountsOf(database),
    engagements: engagementsOf(database),
    media: mediaOf(database),
    messages: messagesOf(database),
    outbox: outboxOf(database),
    outgoing: outgoingOf(database),
    faults: faultsOf(database),
    posts: postsOf(database),
    profiles: profilesOf(database),
    refreshes: refreshesOf(database),
    requests: requestsOf(database),
    retention: retentionOf(database),
    serviceComments: serviceCommentsOf(database),
    settings: settingsOf(database),
    tracks: tracksOf(database),
    users: usersOf(database),
    webhooks: webhooksOf(database),
    xApp: xAppOf(database),
    transaction: (work) => database.transaction(work),
    tryTransaction: (work) => database.tryTransaction(work),
    isWriteLocked: database.isWriteLocked,
    requireInPlace: database.requireInPlace,
    group: (work) => database.group(work),
  };
}
