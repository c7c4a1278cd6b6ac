import { listFields, readDocTable } from '../../support/docs/read-doc.ts';

/** Names of fields beside the envelope; brackets have values, or when a field is there. */
export function eventFieldsOf(action: string): readonly string[] {
  const rows = readDocTable('service/webhooks', 'other-events', 'action', 'sent when');
  const cell = rows.find(([name = '']) => name === `\`${action}\``)?.[2];
  if (cell === undefined) throw new Error(`no event of ${action}`);
  return listFields(cell);
}
