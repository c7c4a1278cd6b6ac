import { verifySignature } from '../../../src/receiver/verify-signature.ts';
import { DAY_MS } from '../../../src/service/durations.ts';
import { WEBHOOK_HEADERS } from '../../../src/service/webhooks.ts';
import type { Received, Reply, ReplyPlan } from './receiver.ts';

/** The current secret of these receivers, and the new one during a rotation. */
export const SECRETS = ['secret-of-a-receiver', 'its-new-secret'] as const;

/** One thing that a receiver does otherwise than the contract says. */
export type Carelessness =
  | 'verifies nothing'
  | 'accepts unsigned'
  | 'verifies serialized JSON'
  | 'reads only the main header'
  | 'ignores age'
  | 'ignores the future'
  | 'ignores the time header'
  | 'answers 204'
  | 'refuses duplicates'
  | 'refuses another body of a hookId'
  | 'limits attempts'
  | 'refuses repeated events'
  | 'refuses unknown fields'
  | 'refuses unknown types'
  | 'needs the order'
  | 'limits the body'
  | 'processes every copy'
  | 'processes repeated events'
  | 'forgets claims'
  | 'forgets the secret';

/** A receiver as the contract wants it, but for what it is careless about. */
export interface CheckedReceiver {
  readonly plan: ReplyPlan;
  /** The hookId of each processed event. */
  readonly processed: readonly string[];
  restart(): void;
}

const FIELDS = 22;
const MAX_ATTEMPT = 20;
const MAX_BYTES = 100_000;

export function createCheckedReceiver(
  now: number,
  careless: Carelessness | null,
  onProcessed: (hookId: string) => void = () => {},
): CheckedReceiver {
  const is = (each: Carelessness) => careless === each;
  const processed: string[] = [];
  const bodies = new Map<string, string>();
  const events = new Set<string>();
  let isRestarted = false;

  function isGenuine(received: Received): boolean {
    if (is('verifies nothing')) return true;
    const own: Record<string, string> = { ...received.headers };
    if (is('accepts unsigned') && !(WEBHOOK_HEADERS.signature.toLowerCase() in own)) return true;
    if (is('reads only the main header')) delete own[WEBHOOK_HEADERS.signatureV2.toLowerCase()];
    if (is('ignores the time header')) delete own[WEBHOOK_HEADERS.signedAt.toLowerCase()];
    const body = is('verifies serialized JSON')
      ? Buffer.from(JSON.stringify(received.json()))
      : received.body;
    const { timeStamp } = received.json() as { timeStamp: number }; // of every delivery here
    const ageMs = now - timeStamp * 1000;
    const isForgiven = (is('ignores age') && ageMs > 0) || (is('ignores the future') && ageMs < 0);
    const secrets = is('forgets the secret') && isRestarted ? (['another'] as const) : SECRETS;
    return verifySignature(
      { body, headers: own },
      { secrets: [...secrets], now: isForgiven ? timeStamp * 1000 : now, toleranceMs: 7 * DAY_MS },
    ).isValid;
  }

  function process(body: Readonly<Record<string, unknown>>, text: string): Reply {
    const hookId = String(body['hookId']);
    const event = [body['type'], body['activityId'], body['actionId']].join();
    const isDuplicate = bodies.has(hookId);
    const isRepeated = !isDuplicate && events.has(event);
    if (isDuplicate && is('refuses duplicates')) return 409;
    if (isDuplicate && is('refuses another body of a hookId') && bodies.get(hookId) !== text) return 409;
    if (isRepeated && is('refuses repeated events')) return 409;
    if (is('needs the order') && body['type'] === 'automation.completed') return 404;
    bodies.set(hookId, text);
    events.add(event);
    const isNew = !isDuplicate && !isRepeated;
    const isAgain =
      (isDuplicate && is('processes every copy')) || (isRepeated && is('processes repeated events'));
    if (isNew || isAgain) {
      processed.push(hookId);
      onProcessed(hookId);
    }
    return is('answers 204') ? 204 : 200;
  }

  return {
    processed,
    plan(received) {
      if (is('limits the body') && received.body.length > MAX_BYTES) return 413;
      if (!isGenuine(received)) return 401;
      const body = received.json();
      const attempt = Number(received.headers[WEBHOOK_HEADERS.attempt.toLowerCase()]);
      if (is('limits attempts') && attempt > MAX_ATTEMPT) return 400;
      if (is('refuses unknown fields') && 'addedLater' in body && Object.keys(body).length > FIELDS)
        return 422;
      const isKnown = body['type'] === 'automation.triggered' || body['type'] === 'automation.completed';
      if (is('refuses unknown types') && !isKnown) return 422;
      return process(body, Buffer.from(received.body).toString());
    },
    restart() {
      isRestarted = true;
      if (!is('forgets claims')) return;
      bodies.clear();
      events.clear();
    },
  };
}
