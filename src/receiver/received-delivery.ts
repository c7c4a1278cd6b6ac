import { tryParseBoundedJson } from '../domain/json/bounded-json.ts';
import { getField } from '../domain/json/loose-record.ts';
import { WEBHOOK_HEADERS } from '../service/webhooks.ts';

export interface ReceivedDelivery {
  /** The raw bytes, before parsing. */
  readonly body: Uint8Array;
  /** Names in any case. */
  readonly headers: Readonly<Record<string, string>>;
}

export function getHeader({ headers }: ReceivedDelivery, name: keyof typeof WEBHOOK_HEADERS): string | null {
  const wanted = LOWER_CASE[name];
  const own = headers[wanted];
  if (own !== undefined) return own.trim();
  // a list of entries for each lookup would be a tenth of the time to check a delivery
  for (const each in headers)
    if (each.length === wanted.length && each.toLowerCase() === wanted) return headers[each]?.trim() ?? null;
  return null;
}

const LOWER_CASE = {
  signature: WEBHOOK_HEADERS.signature.toLowerCase(),
  signatureV2: WEBHOOK_HEADERS.signatureV2.toLowerCase(),
  signedAt: WEBHOOK_HEADERS.signedAt.toLowerCase(),
  attempt: WEBHOOK_HEADERS.attempt.toLowerCase(),
  deliveryId: WEBHOOK_HEADERS.deliveryId.toLowerCase(),
} as const satisfies Readonly<Record<keyof typeof WEBHOOK_HEADERS, string>>;

/** Reads `timeStamp` of a body, in Unix seconds; null if it is not a JSON object or has no integer there. */
export function readTimeStamp(body: Uint8Array): number | null {
  return getTimeStamp(parseJsonBody(body));
}

export function getTimeStamp(event: unknown): number | null {
  const value = getField(event, 'timeStamp');
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** It keeps nothing between two texts. */
const UTF_8 = new TextDecoder();

/** Parses a body as JSON in UTF-8; undefined if it is not, or is nested too deeply to be shown and passed on. */
export function parseJsonBody(body: Uint8Array): unknown {
  return tryParseBoundedJson(UTF_8.decode(body));
}
