import * as z from 'zod';
import {
  describeAction,
  describeTrigger,
  formatState,
} from '../../../../domain/automations/describe-automation.ts';
import { flattenAutomation } from '../../../../domain/automations/flatten-automation.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { createUsageError } from '../../../../errors.ts';
import {
  AutomationRecord,
  getAutomation,
  type StoredEntry,
} from '../../../../service/endpoints/automations.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { defineBatchRead, defineFound } from '../../../framework/many/define-batch-read.ts';
import { toFlagWords } from '../../../framework/output/text/shell-command.ts';
import {
  type CellValue,
  type Column,
  listRecord,
  type RecordLine,
  type RecordView,
  type View,
} from '../../../framework/output/view.ts';
import { AUTOMATION_IDS } from '../several-automations.ts';
import { AUTOMATION_COLUMNS } from '../stored-automation.ts';

/** What `--as` prints; entries of unknown types are printed unchanged. */
const AutomationAsFile = z.strictObject({
  platform: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  paused: z.literal(true).optional(),
  triggers: z.array(z.looseObject({ type: z.string() })),
  actions: z.array(z.looseObject({ type: z.string() })),
});

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

const AutomationAsCommand = z.strictObject({
  command: z.string().describe('what creates the same automation'),
});

export default defineBatchRead({
  summary: 'Show automations: their triggers, actions and results',
  description: `
With --as it prints a file for "automations create -f", "automations update -f", "automations check" and "automations
test", of one automation. Ids and counts are not part of the file; of a paused one, it has "paused: true". --as command prints
the "automations create" that makes the same.

With several ids or --ids-from, a failed id does not stop the others: the JSON document has the automations under
"automations", and "results" has the result of each id.`,
  examples: [
    'automations get auto_K7pW2mXq9L',
    'automations get auto_K7pW2mXq9L --as yaml',
    'automations get auto_K7pW2mXq9L --as command',
    'automations get auto_K7pW2mXq9L --json',
    'automations get auto_K7pW2mXq9L auto_T4nV8cRz3H --json --fields id,triggers',
  ],
  ids: AUTOMATION_IDS,
  input: z.object({
    as: defineFlag(
      z
        .enum(['yaml', 'json', 'command'])
        .optional()
        .describe('print a file for create and update, or a command'),
      {
        placeholder: 'format',
        conflicts: ['idsFrom', 'resume', 'allProfiles'],
      },
    ),
  }),
  output: z.union([
    AutomationRecord,
    defineFound('automations', AutomationRecord, 'automations that were found'),
    AutomationAsFile,
    AutomationAsCommand,
  ]),
  key: 'automations',
  columns: RECORD_COLUMNS,
  empty: 'no automation could be read',
  check(ids, { as }, { io }) {
    if (as === undefined) return;
    refuseOtherForms(as, io.printing);
    if (ids.length > 1) throw createUsageError('--as prints one automation', 'give one id');
  },
  async read(id, { client }) {
    const answer = await client.call(getAutomation, { params: { id } });
    return { record: answer.body, answer };
  },
  async show(automation, { as }, context) {
    if (as === undefined) return { view: buildAutomationView(automation) };
    return {
      view: as === 'command' ? await renderCommand(automation, context) : await renderFile(automation, as),
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

async function renderFile(automation: AutomationRecord, as: 'yaml' | 'json'): Promise<View> {
  const { triggers, actions, ...named } = flattenAutomation(automation);
  const document = { ...named, ...(automation.active ? {} : { paused: true }), triggers, actions };
  if (as === 'json') return { kind: 'document', document };
  const { toYaml } = await import('../../../framework/input/files/yaml-text.ts');
  return { kind: 'page', document: { ...document }, blocks: [{ kind: 'output', text: toYaml(document) }] };
}

async function renderCommand(automation: AutomationRecord, context: CommandContext): Promise<View> {
  const { buildStoredFlags } = await import('../wizard/equivalent-command.ts');
  const words = toFlagWords(await buildStoredFlags(automation));
  const command = (await createPrintedCommands(context)).change`automations create ${words}`;
  return { kind: 'page', document: { command }, blocks: [{ kind: 'output', text: `${command}\n` }] };
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
