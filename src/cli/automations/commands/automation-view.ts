import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { AutomationRecord, StoredEntry } from '../../../service/endpoints/automation.ts';
import type { CellValue, RecordLine, RecordView } from '../../render/view.ts';
import { formatState } from '../describe-automation.ts';
import { describeAction, describeTrigger } from '../describe-entry.ts';

/** Shows one automation in sentences. @param document the service's answer */
export function buildAutomationView(document: AutomationRecord): RecordView {
  const { id, name, description, active, platform, accountId, stats, created, updated } = document;
  return {
    kind: 'record',
    document,
    lines: [
      { name: 'id', title: 'id', value: id },
      { name: 'name', title: 'name', value: name ?? null },
      { name: 'active', title: 'state', value: active, shown: formatState(document) },
      { name: 'description', title: 'description', value: description ?? null },
      buildEntryLine('triggers', document, describeTrigger),
      buildEntryLine('actions', document, describeAction),
      { name: 'stats.totalSent', title: 'sent', value: stats?.totalSent ?? null },
      { name: 'stats.totalFailed', title: 'failed', value: stats?.totalFailed ?? null },
      buildTimeLine('stats.lastTriggeredAt', 'last triggered', stats?.lastTriggeredAt),
      buildTimeLine('stats.lastSentAt', 'last sent', stats?.lastSentAt),
      buildTimeLine('created', 'created', created),
      buildTimeLine('updated', 'updated', updated),
      { name: 'platform', title: 'network', value: platform ?? null },
      { name: 'accountId', title: 'account', value: accountId ?? null },
    ],
  };
}

const TITLES = { triggers: 'when', actions: 'then' } as const;

/**
 * Several entries are numbered, because order matters: the first matching trigger fires, and actions run in sequence.
 */
function buildEntryLine(
  list: 'triggers' | 'actions',
  document: AutomationRecord,
  sentence: (entry: StoredEntry) => string,
): RecordLine {
  const entries = document[list];
  return {
    name: list,
    title: list,
    value: entries as CellValue, // an array of JSON values
    parts: entries.map((entry, at) => ({
      title: entries.length === 1 ? TITLES[list] : `${TITLES[list]} ${at + 1}`,
      shown: sentence(entry),
    })),
  };
}

function buildTimeLine(name: string, title: string, value: unknown): RecordLine {
  return { name, title, value: readTimestamp(value).iso };
}
