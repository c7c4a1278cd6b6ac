import type { LooseRecord } from '../../domain/json/loose-record.ts';
import { createUsageError } from '../../errors.ts';
import { CALLBACK_FIELDS } from '../../service/callback.ts';
import { setPath } from '../shell/flags/set-path.ts';
import { maskLikelySecret } from '../shell/mask-likely-secret.ts';
import { suggestNearest } from '../shell/suggest-nearest.ts';

/**
 * Sets fields of a callback's body, such as `keyword=GUIDE`. `null` is null, anything else text, except for the time in
 * seconds. Values that are not fields of a callback, such as the template message, are never sent.
 *
 * @throws CrierError of kind usage for a field that cannot be set
 * @see docs/service/callbacks.md#CBK-01, #K-09
 */
export function setCallbackFields(body: LooseRecord, fields: readonly string[]): LooseRecord {
  return fields.reduce(setField, body);
}

function setField(body: LooseRecord, text: string): LooseRecord {
  const at = text.indexOf('=');
  if (at < 1)
    throw createUsageError(`--set "${maskLikelySecret(text)}" has no value`, 'write --set keyword=GUIDE');
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  if (!Object.hasOwn(CALLBACK_FIELDS, name)) throw buildUnknownFieldError(name);
  if (name === 'timeStamp' && !Object.hasOwn(body, name)) {
    throw createUsageError('--set timeStamp only applies to signed callbacks', 'set a secret');
  }
  const set = setPath(body, name, readValue(name, value));
  if ('value' in set) return set.value;
  throw createUsageError(`--set ${maskLikelySecret(name)} ${set.fault}`);
}

function readValue(name: string, text: string): string | number | null {
  if (text === 'null') return null;
  return name === 'timeStamp' && /^\d+$/.test(text) ? Number(text) : text;
}

function buildUnknownFieldError(name: string): Error {
  const fields = Object.keys(CALLBACK_FIELDS);
  return createUsageError(
    `a callback has no field "${maskLikelySecret(name)}"`,
    `${suggestNearest(name, fields)}the fields are ${fields.join(', ')}`,
  );
}
