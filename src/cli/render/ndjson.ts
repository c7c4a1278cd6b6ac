import { safeJson } from './safe-text.ts';
import type { View } from './view.ts';

/**
 * Each record of a document that holds records on a line of its own, however many there are; any other document on one
 * line. No records are empty text.
 */
export function renderNdjson(view: View): string {
  return recordsOf(view)
    .map((record) => `${safeJson(record)}\n`)
    .join('');
}

function recordsOf(view: View): readonly unknown[] {
  if (view.kind === 'record' && view.key !== undefined) return [view.document[view.key] ?? []].flat();
  if (view.kind !== 'list') return [view.document];
  const records = view.document[view.key];
  return Array.isArray(records) ? records : [];
}
