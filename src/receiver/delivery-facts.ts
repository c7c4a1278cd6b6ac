import { hash } from 'node:crypto';
import { getField, isRecord } from '../domain/json/loose-record.ts';
import { getEventKind } from '../domain/webhooks/event-name.ts';

/** What is known of a delivery from its body and headers, each null if it is unknown. */
export interface DeliveryFacts {
  readonly action: string | null;
  /** `subAction` or `type` of the event. */
  readonly type: string | null;
  readonly hookId: string | null;
  /** The network's id of the person that the event is about. */
  readonly person: string | null;
  /** The post that the event is about: a Service Post ID, or the network's id in events of automations. */
  readonly post: string | null;
}

/** Longer texts are cut: they are for lists and filters, and the body has all of them. */
const MOST_CHARACTERS = 300;

export function readDeliveryFacts(event: unknown): DeliveryFacts {
  return {
    action: readText(event, 'action'),
    type: isRecord(event) ? cutText(getEventKind(event)) : null,
    hookId: readText(event, 'hookId'),
    person: readPerson(event),
    post:
      readText(event, 'postId') ?? (getField(event, 'action') === 'scheduled' ? readText(event, 'id') : null),
  };
}

function readPerson(event: unknown): string | null {
  const isReceived = getField(event, 'action') === 'messages' && getField(event, 'type') !== 'sent';
  const id = readText(event, isReceived ? 'senderId' : 'recipientId');
  return id ?? readText(getField(event, 'from'), 'id');
}

function readText(event: unknown, name: string): string | null {
  const value = getField(event, name);
  return typeof value === 'string' && value !== '' ? cutText(value) : null;
}

/** Without what a store cannot keep as text: Postgres takes no U+0000, and UTF-8 no half of a surrogate pair. */
function cutText(text: string | null): string | null {
  return text === null ? null : text.slice(0, MOST_CHARACTERS).replaceAll('\0', '\uFFFD').toWellFormed();
}

/**
 * Lists what a delivery claims: a later one that claims any of it repeats the same. First its `hookId`; without one,
 * the exact bytes, since nothing else stops a replay. Then the key of its payload, if it is of a known kind.
 *
 * @returns hashes of 32 bytes
 * @see docs/service/webhooks.md#HOOK-12, #HOOK-13, #HOOK-24
 * @see docs/safety.md#L2, #L3
 */
export function listClaims(event: unknown, body: Uint8Array): readonly Uint8Array[] {
  const own = getHookIdClaim(event) ?? ['body', hash('sha256', body)];
  const payload = getPayloadClaim(event);
  return (payload === null ? [own] : [own, payload]).map(hashClaim);
}

function hashClaim(parts: readonly unknown[]): Uint8Array {
  return hash('sha256', JSON.stringify(parts), 'buffer');
}

/** The claim of a delivery with this hook id. */
export const hashHookId = (hookId: string): Uint8Array => hashClaim(['hookId', hookId]);

/** What a delivery claims by its `hookId`; null if it has none. */
export function getHookIdClaim(event: unknown): readonly unknown[] | null {
  const hookId = getField(event, 'hookId');
  return typeof hookId === 'string' && hookId !== '' ? ['hookId', hookId] : null;
}

/** What a delivery claims by its own fields; null if it is of no known kind. */
export function getPayloadClaim(event: unknown): readonly unknown[] | null {
  const kind = isRecord(event) ? getEventKind(event) : null;
  const names = getKeyNames(kind, getField(event, 'action'));
  const values = names.map((name) => getField(event, name));
  const isWhole = names.length > 0 && values.every((value) => typeof value === 'string' && value !== '');
  return isWhole ? [kind, ...values] : null;
}

function getKeyNames(kind: string | null, action: unknown): readonly string[] {
  if (kind === 'automation.completed') return ['activityId'];
  if (kind === 'automation.triggered') return ['activityId', 'actionId'];
  return action === 'messages' ? ['id', 'subAction'] : [];
}

const NAME = /^x-(?:[a-z0-9]+-)+delivery-(id|attempt)$/i;
const SERVICE = 'x-service-';

/**
 * Reads the delivery headers, whatever vendor prefix the service uses.
 *
 * @returns the attempt is zero-based; null if it is absent or not an integer
 * @see docs/service/webhooks.md#signature, #HOOK-09, #HOOK-24
 */
export function readDeliveryHeaders(headers: Readonly<Record<string, string>>): {
  attempt: number | null;
  deliveryId: string | null;
} {
  const found: Record<'id' | 'attempt', string | null> = { id: null, attempt: null };
  const isService = { id: false, attempt: false };
  for (const name in headers) {
    const kind = getDeliveryHeader(name);
    if (kind === null || isService[kind]) continue;
    isService[kind] = name.slice(0, SERVICE.length).toLowerCase() === SERVICE;
    if (isService[kind] || found[kind] === null) found[kind] = headers[name]?.trim() ?? null;
  }
  const { id, attempt } = found;
  return {
    attempt: attempt !== null && /^\d{1,15}$/.test(attempt) ? Number(attempt) : null,
    deliveryId: id || null,
  };
}

function getDeliveryHeader(name: string): 'id' | 'attempt' | null {
  const kind = NAME.exec(name)?.[1]?.toLowerCase();
  return kind === 'id' || kind === 'attempt' ? kind : null;
}

const KEPT = /^(?:content-type|user-agent|x-authorization-[\w-]+|x-(?:[a-z0-9]+-)+delivery-(?:id|attempt))$/i;

/**
 * Selects the headers that belong to the delivery. The others belong to its connection, or to what is between, such
 * as a tunnel.
 *
 * @see docs/safety.md#L5
 */
export function selectDeliveryHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const name in headers) if (KEPT.test(name)) kept[name] = headers[name] ?? '';
  return kept;
}
