import type { WebhookAction } from '../facts/webhooks.ts';
import { formatIsoSeconds } from './format-iso-seconds.ts';

/** An event that is delivered, and to whom. */
export interface DeliveredEvent {
  readonly action: WebhookAction;
  readonly hookId: string;
  /** When it happened, in milliseconds since 1970: it stays over the attempts. */
  readonly created: number;
  /** Of the profile that it is about. */
  readonly refId: string;
  readonly title: string;
  /** The address that it goes to. */
  readonly url: string;
  /** The event's own fields. */
  readonly event: Readonly<Record<string, unknown>>;
}

/** Says nothing of the receiver. @see docs/service/webhooks.md#envelope */
const CODE = 200;

/**
 * The body of an attempt to deliver something: the envelope, and the event's own fields beside it. None of these can take
 * the place of a field of the envelope, by which receivers know what they have got.
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
