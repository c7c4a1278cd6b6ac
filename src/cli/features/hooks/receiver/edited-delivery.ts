import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { isRecord, type LooseRecord } from '../../../../domain/json/loose-record.ts';
import { buildSignatureHeaders } from '../../../../domain/webhooks/delivery.ts';
import { getEventKind } from '../../../../domain/webhooks/event-name.ts';
import { createUsageError } from '../../../../errors.ts';
import { readDeliveryFacts } from '../../../../receiver/delivery-facts.ts';
import type { ArrivedDelivery, WholeDelivery } from '../../../../receiver/inbox/inbox.ts';
import { getTimeStamp, parseJsonBody } from '../../../../receiver/received-delivery.ts';
import { generateDeliveryId, generateHookId } from '../../../../sandbox/generate-ids.ts';
import { SECOND_MS } from '../../../../service/durations.ts';
import { WEBHOOK_EVENT_NAMES } from '../../../../service/webhook-events.ts';
import { WEBHOOK_HEADERS } from '../../../../service/webhooks.ts';
import { setFields } from '../../../framework/input/flags/set-fields.ts';
import { setEventFields } from '../../webhooks/events.ts';
import { buildNoSecretError, type DeliverySigning } from '../../webhooks/signing-secrets.ts';

/** A changed copy of a delivery, as an inbox stores it. */
export interface EditedDelivery {
  readonly event: LooseRecord;
  readonly arrived: ArrivedDelivery;
}

/**
 * Copies a delivery with changed fields. It is a delivery of its own, which receivers have not seen: with a new hook id and
 * the time of now, unless these are changed, and with a signature of its own.
 *
 * @param now in milliseconds since 1970
 * @throws CrierError of kind usage for a field that the event does not have, or when it was signed and no secret is set
 */
export function editDelivery(
  { number, source, body, headers, signature }: WholeDelivery,
  set: readonly string[],
  { signing, now }: { signing: DeliverySigning; now: number },
): EditedDelivery {
  const event = body === null ? null : parseJsonBody(body);
  if (!isRecord(event))
    throw createUsageError(`delivery ${number} is no JSON object`, 'forward it without --set');
  if (signature !== null && signing.kind === 'none')
    throw buildNoSecretError('the copy of a signed delivery');
  const fresh = {
    ...event,
    ...('hookId' in event && { hookId: generateHookId(randomBytes) }),
    ...('timeStamp' in event && { timeStamp: Math.floor(now / SECOND_MS) }),
  };
  const edited = chooseSetter(event, set)(fresh);
  const bytes = new TextEncoder().encode(JSON.stringify(edited));
  const deliveryId = generateDeliveryId(randomBytes);
  const arrived: ArrivedDelivery = {
    receivedAt: now,
    source,
    editedFrom: number,
    facts: readDeliveryFacts(edited),
    claims: [], // one of a changed hook id would repeat what has that id, and not be forwarded
    deliveryId,
    attempt: 0,
    signature: signing.kind === 'none' ? null : signature,
    forwardings: [],
    headers: {
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ATTEMPT.has(name.toLowerCase()))),
      [WEBHOOK_HEADERS.attempt]: '0',
      [WEBHOOK_HEADERS.deliveryId]: deliveryId,
      ...buildSignatureHeaders(bytes, signing, getTimeStamp(edited) ?? 0),
    },
    body: bytes,
  };
  return { event: edited, arrived };
}

const OF_ATTEMPT: ReadonlySet<string> = new Set(
  Object.values(WEBHOOK_HEADERS).map((name) => name.toLowerCase()),
);

/** The fields of a kind of event that is known have types; those of others take any value. */
function chooseSetter(event: LooseRecord, set: readonly string[]): (record: LooseRecord) => LooseRecord {
  const kinds = [getEventKind(event), event['action']];
  const name = WEBHOOK_EVENT_NAMES.find((each) => kinds.includes(each));
  if (name !== undefined) return setEventFields(set, name);
  const schema = z.object({}).catchall(z.json());
  return setFields(set, { schema, plain: 'status=failed', deep: 'details.0.status' });
}
