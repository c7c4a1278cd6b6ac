import * as z from 'zod';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { createUsageError } from '../../../../errors.ts';
import {
  AutomationRecord,
  getAutomation,
  type StoredEntry,
} from '../../../../service/endpoints/automations.ts';
import { defineCommand, getServiceTime } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { defineFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import { FOUND_RESULTS } from '../../../framework/many/change-several.ts';
import { getOnlyId, readIdsOrRaw } from '../../../framework/many/read-ids.ts';
import { readSeveral } from '../../../framework/many/read-several.ts';
import {
  type CellValue,
  type Column,
  listRecord,
  type RecordLine,
  type RecordView,
  type View,
} from '../../../framework/output/view.ts';
import { SEVERAL_IDS } from '../several-automations.ts';
import {
  AUTOMATION_COLUMNS,
  describeAction,
  describeTrigger,
  flattenAutomation,
  formatState,
} from '../stored-automation.ts';

/** What `--as` prints; entries of unknown types are printed unchanged. */
const AutomationAsFile = z.strictObject({
  platform: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  triggers: z.array(z.looseObject({ type: z.string() })),
  actions: z.array(z.looseObject({ type: z.string() })),
});

/** Several automations, with the result of each request. */
const SeveralAutomations = z.strictObject({
  results: FOUND_RESULTS,
  automations: z.array(AutomationRecord).describe('automations that were found'),
});

export default defineCommand({
  summary: 'Show automations: their triggers, actions and results',
  description: `
With --as it prints a file for "automations create -f", "automations update -f", "automations check" and "automations
test", of one automation. Ids, state and counts are not part of the file.

With several ids or --ids-from, a failed id does not stop the others: the JSON document has the automations under
"automations", and "results" has the result of each id.`,
  examples: [
    'automations get auto_K7pW2mXq9L',
    'automations get auto_K7pW2mXq9L --as yaml',
    'automations get auto_K7pW2mXq9L --json',
    'automations get auto_K7pW2mXq9L auto_T4nV8cRz3H --json --fields id,triggers',
  ],
  positional: ['id'],
  flags: [REMOTE, READ],
  input: z.object({
    id: SEVERAL_IDS.id,
    as: defineFlag(z.enum(['yaml', 'json']).optional().describe('print a file for create and update'), {
      placeholder: 'format',
      conflicts: ['idsFrom', 'resume', 'allProfiles'],
    }),
  }),
  output: z.union([AutomationRecord, SeveralAutomations, AutomationAsFile]),
  async run({ id: given, idsFrom, concurrency, as }, { service, io }) {
    const ids = await readIdsOrRaw({ ids: given, idsFrom }, io);
    if (as !== undefined) refuseOtherForms(as, io.printing);
    if (as !== undefined && ids.length > 1) throw createUsageError('--as prints one file', 'give one id');
    const id = getOnlyId(ids, idsFrom);
    if (id === null) {
      const client = await service.client();
      const read = async (each: string) => {
        const answer = await client.call(getAutomation, { params: { id: each } });
        return { record: answer.body, answer };
      };
      const empty = 'no automation could be read';
      return readSeveral({ ids, concurrency, key: 'automations', columns: RECORD_COLUMNS, empty, read }, io);
    }
    const answer = await (await service.client()).call(getAutomation, { params: { id } });
    const view = as === undefined ? buildAutomationView(answer.body) : await renderFile(answer.body, as);
    return {
      view,
      raw: answer.bytes,
      ...getServiceTime(answer),
      notes: as !== undefined && !answer.body.active ? [PAUSED] : [],
    };
  },
});

/** A file is always complete and in one format. @throws CrierError of kind usage */
function refuseOtherForms(as: string, { format, hasFields }: IoPort['printing']): void {
  const other = hasFields
    ? '--fields'
    : format === 'raw' || format === 'csv' || format === 'md'
      ? `-o ${format}`
      : null;
  if (other !== null)
    throw createUsageError(`--as ${as} and ${other} cannot be used together`, 'use only one of them');
}

const PAUSED =
  'this automation is paused, which the file does not record: "automations create -f" creates an active one unless you add --paused';

async function renderFile(automation: AutomationRecord, as: 'yaml' | 'json'): Promise<View> {
  const document = flattenAutomation(automation);
  if (as === 'json') return { kind: 'document', document };
  const { toYaml } = await import('../../../framework/input/files/yaml-text.ts');
  return { kind: 'page', document: { ...document }, blocks: [{ kind: 'output', text: toYaml(document) }] };
}

/** Shows one automation in sentences. @param document the service's answer */
function buildAutomationView(document: AutomationRecord): RecordView {
  const { id, name, description, active, platform, accountId, stats, created, updated } = document;
  return {
    kind: 'record',
    document,
    ...listRecord(RECORD_COLUMNS, document),
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

/** The columns of automations, and their triggers and actions in TSV and CSV. */
const RECORD_COLUMNS: readonly Column<AutomationRecord>[] = [
  ...AUTOMATION_COLUMNS,
  ...(['triggers', 'actions'] as const).map((name) => ({
    name,
    title: name,
    value: (row: AutomationRecord) => row[name] as CellValue, // an array of JSON values
    dataOnly: true,
  })),
];

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
  return { name, title, value: readTimestamp(value).iso, role: 'time' };
}
