import type { ActivityRow } from '../../../../service/endpoints/activity.ts';
import { describeOutcome } from '../../../automations/activity/describe-outcome.ts';
import { getRecipientName } from '../../../automations/activity/format-completed-row.ts';
import type { RecordLine } from '../../../render/view.ts';

/** Fits on a screen together with the lines above. */
const MOST_SHOWN = 15;

/**
 * Builds lines for completed rows of activity: one each in tables, their number for programs. Empty without rows.
 *
 * @param names handles by id, where rows have none
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
  const parts = more === 0 ? shown : [...shown, { title: 'more', shown: String(more) }];
  return [{ name: 'ended', title: 'ended', value: rows.length, parts }];
}
