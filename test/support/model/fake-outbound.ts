import { createHmac } from 'node:crypto';
import type { Outbound, OutboundRequest } from '../../../src/outbound/outbound.ts';
import { readNothing } from '../engine/fake-outbound.ts';
import { SECRETS } from './command.ts';
import { callbackOutcome, type Mood, webhookOutcome } from './outside.ts';

/** What those outside are like now; a step changes it. */
export interface Moods {
  webhooks: Mood;
  texts: Mood;
}

/** A request as an outside receiver would see it. */
export interface SeenRequest {
  readonly url: string;
  /** What signed the bytes: a secret, `none` without a signature, `wrong` where none fits. */
  readonly signed: string;
  readonly signedToo: string;
  readonly signedAt: string | null;
  readonly type: string | null;
  readonly attempt: string | null;
  readonly deliveryId: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Fake outbound client: answers at once, by a plan that depends on only the caller and the number of calls. */
export interface FakeOutbound extends Outbound {
  readonly moods: Moods;
  /** What was asked since the last time that this was. */
  seen(): readonly SeenRequest[];
}

export function fakeOutbound(): FakeOutbound {
  const moods: Moods = { webhooks: 'well', texts: 'well' };
  let requests: SeenRequest[] = [];
  return {
    moods,
    allowed: [],
    get: readNothing,
    async post(request) {
      const seen = seenOf(request);
      requests.push(seen);
      const { status, fault, text } = outcomeOf(moods, seen);
      const body = text === null ? null : new TextEncoder().encode(text);
      return { status, fault, body, byAllowance: false, ms: 1 };
    },
    seen() {
      const all = requests;
      requests = [];
      return all;
    },
  };
}

function outcomeOf({ webhooks, texts }: Moods, { attempt, body }: SeenRequest) {
  const key = keyOf(body);
  return attempt === null ? callbackOutcome(texts, key) : webhookOutcome(webhooks, key, Number(attempt));
}

/** The key of the plan for what is sent: a name that the sandbox does not choose by itself. */
export const planKey = (activityId: string, of: string): string => `${activityId} ${of}`;

const keyOf = ({ activityId, actionId, type }: SeenRequest['body']): string =>
  planKey(String(activityId), String(actionId ?? type));

function seenOf({ url, headers, body }: OutboundRequest): SeenRequest {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const header = (name: string): string | null => named.get(name) ?? null;
  // All that leaves is an object.
  const recorded: SeenRequest['body'] = JSON.parse(new TextDecoder().decode(body));
  return {
    url,
    signed: signerOf(body, header('x-authorization-content-sha256')),
    signedToo: signerOf(body, header('x-authorization-content-sha256-v2')),
    signedAt: header('x-authorization-timestamp'),
    type: header('content-type'),
    attempt: header('x-service-delivery-attempt'),
    deliveryId: header('x-service-delivery-id'),
    body: recorded,
  };
}

function signerOf(body: Uint8Array, signature: string | null): string {
  if (signature === null) return 'none';
  const fits = SECRETS.find(
    (secret) => createHmac('sha256', secret).update(body).digest('hex') === signature,
  );
  return fits ?? 'wrong';
}
