import type { WebhookAction } from '../../facts/webhooks.ts';

/** A delivery that waits for a run which may reach its address. */
export interface BlockedDelivery extends Pick<AttemptReport, 'hookId' | 'action' | 'type' | 'at'> {
  readonly requirement: string;
}

/** An attempt to deliver something, and what has become of the delivery with it. */
export interface AttemptReport {
  readonly hookId: string;
  readonly action: WebhookAction;
  /** `subAction` or `type` of the event, such as `automation.triggered`; null for one without a kind. */
  readonly type: string | null;
  /** As it was sent: 0 for the first one. */
  readonly attempt: number;
  /** In the sandbox's time, as `nextAt`: milliseconds since 1970. */
  readonly at: number;
  /** HTTP status; null where none came. */
  readonly status: number | null;
  /** Why it does not count as delivered; null when it does. */
  readonly error: string | null;
  readonly state: 'waiting' | 'delivered' | 'failed';
  /** When the next attempt is due; null when there is none. */
  readonly nextAt: number | null;
  /** What a run has to bring before there can be another attempt; null for nothing. */
  readonly requirement: string | null;
}
