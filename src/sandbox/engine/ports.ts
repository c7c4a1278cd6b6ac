import type { WebhookAction } from '../../service/webhooks.ts';

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
