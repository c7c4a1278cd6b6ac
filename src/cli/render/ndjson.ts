import { stringifySafely } from './sanitize-text.ts';
import type { View } from './view.ts';

/**
 * Prints each record of a document on one line, or a document without records on one line. No records are
 * empty text.
 */
export function renderNdjson(view: View): string {
  return listRecords(view)
    .map((record) => `${stringifySafely(record)}\n`)
    .join('');
}

function listRecords(view: View): readonly unknown[] {
  if (view.kind === 'record' && view.key !== undefined) return [view.document[view.key] ?? []].flat();
  if (view.kind !== 'list') return [view.document];
  const records = view.document[view.key];
  return Array.isArray(records) ? records : [];
}
