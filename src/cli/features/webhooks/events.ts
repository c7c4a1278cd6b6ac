import { randomInt } from 'node:crypto';
import type { LooseRecord } from '../../../domain/json/loose-record.ts';
import type { WebhookEventName } from '../../../service/webhook-events.ts';
import { WEBHOOK_PAYLOADS } from '../../../service/webhook-payloads.ts';
import { setFields } from '../../framework/input/flags/set-fields.ts';

/**
 * Parses `--set` for the body of an event.
 *
 * @throws CrierError of kind usage for a field that its payload does not have
 */
export function setEventFields(
  fields: readonly string[],
  name: WebhookEventName,
): (body: LooseRecord) => LooseRecord {
  const schema = WEBHOOK_PAYLOADS[name];
  return setFields(fields, { schema, plain: 'keyword=GUIDE', deep: 'actionResults.0.status' });
}

/**
 * Creates an id in the form of an Instagram comment id. It is always new, so receivers that deduplicate by it accept
 * each event.
 */
export function createEventId(): string {
  const digits = 13;
  return `1805${String(randomInt(10 ** digits)).padStart(digits, '0')}`;
}
