import type { WebhookAction } from '../../service/webhooks.ts';
import { formatIsoSeconds } from '../time/format-iso-seconds.ts';

/** An event to deliver, and its recipient. */
export interface DeliveredEvent {
  readonly action: WebhookAction;
  readonly hookId: string;
  /** When it occurred, in milliseconds since 1970: the same on every attempt. */
  readonly created: number;
  /** Of the profile that the event belongs to. */
  readonly refId: string;
  readonly title: string;
  /** The webhook's URL. */
  readonly url: string;
  /** The event's own fields. */
  readonly event: Readonly<Record<string, unknown>>;
}

/** A constant; it does not depend on the receiver. @see docs/service/webhooks.md#envelope */
const CODE = 200;

/**
 * Builds the body of a delivery attempt: the envelope and the event's own fields. These cannot override envelope
 * fields, by which receivers identify the event.
 *
 * @param timeStamp Unix seconds of the attempt
 * @see docs/service/webhooks.md#envelope, #HOOK-08
 * @see docs/service/readings.md#U-02
 */
export function buildDeliveryBody(
  delivered: DeliveredEvent,
  timeStamp: number,
): Readonly<Record<string, unknown>> {
  const { action, hookId, created, refId, title, url, event } = delivered;
  const envelope = {
    action,
    hookId,
    timeStamp,
    created: formatIsoSeconds(created),
    refId,
    title,
    url,
    code: CODE,
  };
  return { ...envelope, ...event, ...envelope };
}
