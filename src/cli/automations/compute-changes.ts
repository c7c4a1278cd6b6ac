import * as z from 'zod';
import { keepIds } from '../../domain/automations/automation-entries.ts';
import type { AutomationRecord, AutomationUpdate, StoredEntry } from '../../service/endpoints/automations.ts';
import type { Column } from '../render/view.ts';
import { flattenEntry } from './automation-forms.ts';
import { describeAction, describeTrigger, formatState } from './describe-automation.ts';

/** What an update changed in one field or entry; entries are shown as sentences. */
export const AutomationChange = z.strictObject({
  field: z
    .string()
    .describe('name, description, state, triggers or actions; entries with their position: actions[1]'),
  change: z
    .enum(['kept', 'changed', 'new', 'gone', 'sent'])
    .describe('kept: unchanged, and an entry keeps its id; sent: the previous value is unknown'),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type AutomationChange = z.infer<typeof AutomationChange>;

/**
 * Computes what an update changes, field by field.
 *
 * @param before the automation before the update; null if it could not be read
 */
export function computeChanges(
  before: AutomationRecord | null,
  update: AutomationUpdate,
): readonly AutomationChange[] {
  if (before === null) return listSentChanges(update);
  const { name, description, active, triggers, actions } = update;
  const texts = [
    { field: 'name', was: before.name, after: name },
    { field: 'description', was: before.description, after: description },
    {
      field: 'state',
      was: formatState(before),
      after: active === undefined ? undefined : formatState({ active }),
    },
  ];
  return [
    ...texts.flatMap(({ field, was, after }) =>
      after === undefined ? [] : [compareText(field, was || null, after || null)],
    ),
    ...(triggers === undefined
      ? []
      : compareEntries('triggers', { before: before.triggers, after: triggers })),
    ...(actions === undefined ? [] : compareEntries('actions', { before: before.actions, after: actions })),
  ];
}

function compareText(field: string, before: string | null, after: string | null): AutomationChange {
  return { field, change: before === after ? 'kept' : 'changed', before, after };
}

/** Changes against an unknown automation. */
function listSentChanges(update: AutomationUpdate): readonly AutomationChange[] {
  const unknown = { id: '', active: false, triggers: [], actions: [] };
  return computeChanges(unknown, update).map((change) => ({ ...change, change: 'sent', before: null }));
}

interface EntryLists {
  readonly before: readonly StoredEntry[];
  readonly after: readonly StoredEntry[];
}

const SENTENCES = { triggers: describeTrigger, actions: describeAction } as const;

/** The entries after the update, new or kept, followed by the removed ones. */
function compareEntries(
  list: 'triggers' | 'actions',
  { before, after }: EntryLists,
): readonly AutomationChange[] {
  const stored = before.map((entry, at) => ({ id: String(at), entry: flattenEntry(entry) }));
  const kept = keepIds(stored, after);
  const describe = (entry: StoredEntry) => joinLines(SENTENCES[list](entry));
  const now = after.map((entry, at): AutomationChange => {
    const sentence = describe(entry);
    const isKept = kept[at] !== null;
    const field = `${list}[${at}]`;
    return { field, change: isKept ? 'kept' : 'new', before: isKept ? sentence : null, after: sentence };
  });
  const gone = before
    .filter((_entry, at) => !kept.includes(String(at)))
    .map(
      (entry): AutomationChange => ({ field: list, change: 'gone', before: describe(entry), after: null }),
    );
  return [...now, ...gone];
}

/** An entry's sentence, followed by its texts. */
function joinLines(sentence: string): string {
  const [head = '', ...texts] = sentence.split(/\s*\n\s*/);
  return texts.length === 0 ? head : `${head}: ${texts.join(' ')}`;
}

/** Columns of changes; tables show the new value, and below it the previous one. */
export const CHANGE_COLUMNS: readonly Column<AutomationChange>[] = [
  { name: 'field', title: 'field', value: ({ field }) => field, role: 'name', drop: 0 },
  { name: 'change', title: 'change', value: ({ change }) => change, role: 'status', drop: 0 },
  { name: 'before', title: 'before', value: ({ before }) => before, dataOnly: true },
  {
    name: 'after',
    title: 'after',
    value: ({ after }) => after,
    show: formatChange,
    wraps: true,
    flexible: true,
  },
];

function formatChange({ change, before, after }: AutomationChange): string {
  if (change === 'gone') return before ?? '';
  return change === 'changed' ? `${after ?? 'none'}\nbefore: ${before ?? 'none'}` : (after ?? 'none');
}
