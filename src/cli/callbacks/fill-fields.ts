import { CALLBACK_FIELDS } from '../../facts/callback.ts';
import { PLACEHOLDER } from '../../facts/placeholders.ts';
import { getField, type LooseRecord } from '../../rules/loose-record.ts';

/**
 * Puts the fields of a callback's body in the place of `{{field}}`, in one pass: what a field brings in is never looked
 * at again. A field that is null or not there is nothing; what is no field stays as it is.
 *
 * @see docs/safety.md#S11
 * @see docs/service/engine.md#M-11: the service itself fills nothing into the text of a callback
 */
export function fillFields(text: string, fields: LooseRecord): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    if (!Object.hasOwn(CALLBACK_FIELDS, name)) return whole;
    const value = getField(fields, name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}

/** Names between braces that are no field of a callback, each once. */
export function listUnknownFields(text: string): readonly string[] {
  const names = text.matchAll(PLACEHOLDER).map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !Object.hasOwn(CALLBACK_FIELDS, name));
}
