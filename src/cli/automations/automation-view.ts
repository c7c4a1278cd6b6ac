import type { AutomationRecord, StoredEntry } from '../../facts/automation.ts';
import { readTimestamp } from '../../rules/read-timestamp.ts';
import type { Cell, RecordLine, RecordView } from '../render/view.ts';
import { stateOf } from './automation-columns.ts';
import { actionSentence, triggerSentence } from './entry-sentences.ts';

/** One automation, for people in sentences. @param document the service's answer */
export function automationView(document: AutomationRecord): RecordView {
  const { id, name, description, active, platform, accountId, stats, created, updated } = document;
  return {
    kind: 'record',
    document,
    lines: [
      { name: 'id', title: 'id', value: id },
      { name: 'name', title: 'name', value: name ?? null },
      { name: 'active', title: 'state', value: active, shown: stateOf(document) },
      { name: 'description', title: 'description', value: description ?? null },
      entryLine('triggers', document, triggerSentence),
      entryLine('actions', document, actionSentence),
      { name: 'stats.totalSent', title: 'sent', value: stats?.totalSent ?? null },
      { name: 'stats.totalFailed', title: 'failed', value: stats?.totalFailed ?? null },
      time('stats.lastTriggeredAt', 'last fired', stats?.lastTriggeredAt),
      time('stats.lastSentAt', 'last sent', stats?.lastSentAt),
      time('created', 'created', created),
      time('updated', 'updated', updated),
      { name: 'platform', title: 'network', value: platform ?? null },
      { name: 'accountId', title: 'account', value: accountId ?? null },
    ],
  };
}

const TITLES = { triggers: 'when', actions: 'then' } as const;

/** Several entries are counted, in their order: the first trigger that matches counts, and actions run one by one. */
function entryLine(
  list: 'triggers' | 'actions',
  document: AutomationRecord,
  sentence: (entry: StoredEntry) => string,
): RecordLine {
  const entries = document[list];
  return {
    name: list,
    title: list,
    value: entries as Cell, // a list of a JSON document
    parts: entries.map((entry, at) => ({
      title: entries.length === 1 ? TITLES[list] : `${TITLES[list]} ${at + 1}`,
      shown: sentence(entry),
    })),
  };
}

function time(name: string, title: string, value: unknown): RecordLine {
  return { name, title, value: readTimestamp(value).iso };
}
