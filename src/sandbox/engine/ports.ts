import type { Outbound } from '../../outbound/outbound.ts';
import type { Platform } from '../../service/platforms.ts';
import type { WebhookAction } from '../../service/webhooks.ts';
import type { Random } from '../generate-ids.ts';
import type { PostError } from '../store/posts.ts';
import type { Store } from '../store/store.ts';
import type { CrashPoint } from './crash-points.ts';

/** What an engine is made with. Each of its parts takes the few that it needs. */
export interface EnginePorts {
  readonly store: Store;
  /** Sandbox time: due times and dedup windows. */
  now(): number;
  /** The machine's wall clock: leases. */
  real(): number;
  /** Source of jitter and ids. */
  readonly random: Random;
  /** Called with each internal error; the work is retried. */
  onFault(error: unknown): void;
  /** Called with the id of each dispatch that ended in this process. */
  onEnded?(id: string): void;
  /** Called for each scheduled post that this process published or failed. */
  onPublished?(published: PublishedDuePost): void;
  /** Called for each delivery attempt that this process recorded. */
  onAttempted?(attempted: AttemptReport): void;
  /** Called for each delivery that this run may not send. */
  onBlocked?(held: BlockedDelivery): void;
  /** Opens the outbound client on first use (default: no outbound requests). */
  openOutbound?(): Promise<Outbound>;
  /** Called at each crash point; tests throw here. */
  crashPoint?(point: CrashPoint): void;
}

/** The result of publishing a scheduled post. */
export interface PublishedDuePost {
  /** Service Post ID. */
  readonly id: string;
  /** In sandbox time: milliseconds since 1970. */
  readonly at: number;
  /** Networks that accepted the post. */
  readonly networks: readonly Platform[];
  readonly errors: readonly Pick<PostError, 'platform' | 'code'>[];
}

/** A delivery to a private address that this run does not allow. It waits for a run that allows the address. */
export interface BlockedDelivery extends Pick<AttemptReport, 'hookId' | 'action' | 'type' | 'at'> {
  readonly requirement: string;
}

/** One attempt of a delivery, and the state of the delivery after it. */
export interface AttemptReport {
  readonly hookId: string;
  readonly action: WebhookAction;
  /** `subAction` or `type` of the event, such as `automation.triggered`; null for one without a kind. */
  readonly type: string | null;
  /** Zero-based, as in the delivery-attempt header. */
  readonly attempt: number;
  /** In sandbox time, as `nextAt`: milliseconds since 1970. */
  readonly at: number;
  /** HTTP status; null when there was no response. */
  readonly status: number | null;
  /** Why the attempt does not count as delivered; null when it does. */
  readonly error: string | null;
  readonly state: 'waiting' | 'delivered' | 'failed';
  /** When the next attempt is due; null when there is none. */
  readonly nextAt: number | null;
  /** What a later run needs before it can attempt the delivery; null when nothing is needed. */
  readonly requirement: string | null;
}
