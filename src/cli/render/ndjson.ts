import { safeJson } from './safe-text.ts';
import type { View } from './view.ts';

/** Each record of a list on a line of its own; any other document on one line. An empty list is empty text. */
export function renderNdjson(view: View): string {
  return recordsOf(view)
    .map((record) => `${safeJson(record)}\n`)
    .join('');
}

function recordsOf(view: View): readonly unknown[] {
  if (view.kind !== 'list') return [view.document];
  const records = view.document[view.key];
  return Array.isArray(records) ? records : [];
}
