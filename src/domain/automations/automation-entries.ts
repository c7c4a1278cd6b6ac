import { getField } from '../json/loose-record.ts';

/** Returns the triggers or actions of an unvalidated body. */
export function readEntries(body: unknown, list: 'triggers' | 'actions'): readonly unknown[] {
  const entries = getField(body, list);
  return Array.isArray(entries) ? entries : [];
}

/** Returns the keywords of an unvalidated trigger; invalid ones are undefined. */
export function readKeywords(trigger: unknown): readonly (string | undefined)[] {
  const keywords = getField(trigger, 'keywords');
  if (!Array.isArray(keywords)) return [];
  return keywords.map((keyword: unknown) => (typeof keyword === 'string' ? keyword : undefined));
}
