import type { ActivityRow } from '../../facts/activity.ts';
import { describeOutcome } from '../activity/describe-outcome.ts';
import type { RecordLine } from '../render/view.ts';
import { getRecipientName } from './format-completed-row.ts';

/** As many as fit on a screen with what stands above them. */
const MOST_SHOWN = 15;

/**
 * What became of rows of activity: for people a line each, for programs how many there are. Nothing where there are none.
 *
 * @param names handles by id, where the network tells none
 */
export function buildCompletedLines(
  rows: readonly ActivityRow[],
  names: Readonly<Record<string, string>>,
): readonly RecordLine[] {
  if (rows.length === 0) return [];
  const shown = rows
    .slice(0, MOST_SHOWN)
    .map((row) => ({ title: row.status, shown: `${getRecipientName(row, names)}: ${describeOutcome(row)}` }));
  const more = rows.length - shown.length;
  const parts = more === 0 ? shown : [...shown, { title: 'and more', shown: String(more) }];
  return [{ name: 'ended', title: 'ended', value: rows.length, parts }];
}
