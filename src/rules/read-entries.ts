import { getField } from './loose-record.ts';

/** The triggers or the actions of a body that may be anything. */
export function readEntries(body: unknown, list: 'triggers' | 'actions'): readonly unknown[] {
  const entries = getField(body, list);
  return Array.isArray(entries) ? entries : [];
}

/** The keywords of a trigger that may be anything; what is no text in its place is undefined. */
export function readKeywords(trigger: unknown): readonly (string | undefined)[] {
  const keywords = getField(trigger, 'keywords');
  if (!Array.isArray(keywords)) return [];
  return keywords.map((keyword: unknown) => (typeof keyword === 'string' ? keyword : undefined));
}
