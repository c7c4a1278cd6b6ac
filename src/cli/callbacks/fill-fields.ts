import { getField, type LooseRecord } from '../../domain/json/loose-record.ts';
import { CALLBACK_FIELDS } from '../../service/callback.ts';
import { PLACEHOLDER } from '../../service/placeholders.ts';

/**
 * Replaces each `{{field}}` by the field of a callback's body, in one pass: values are not expanded again. A missing or
 * null field becomes an empty string; unknown names stay as they are.
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

/** Names in braces that are not fields of a callback, each once. */
export function listUnknownFields(text: string): readonly string[] {
  const names = text.matchAll(PLACEHOLDER).map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !Object.hasOwn(CALLBACK_FIELDS, name));
}
