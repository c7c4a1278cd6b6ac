import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import { AutomationRecord } from '../../../service/endpoints/automation.ts';
import { getAutomation } from '../../../service/endpoints/automations.ts';
import { AutomationId } from '../../../service/ids.ts';
import type { CommandContext } from '../../context/context.ts';
import type { View } from '../../render/view.ts';
import { checkId } from '../../several/check-id.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, REMOTE } from '../../shell/flags/flags.ts';
import { getServiceTime } from '../../shell/service-time.ts';
import { flattenAutomation } from '../automation-forms.ts';
import { buildAutomationView } from './automation-view.ts';

/** What `--as` prints; entries of unknown types are printed unchanged. */
const AutomationAsFile = z.strictObject({
  platform: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  triggers: z.array(z.looseObject({ type: z.string() })),
  actions: z.array(z.looseObject({ type: z.string() })),
});

export default defineCommand({
  summary: 'Show an automation: its triggers, actions and results',
  description: `
With --as it prints a file for "automations create -f", "automations update -f", "automations check" and "automations
test". Ids, state and counts are not part of the file.`,
  examples: [
    'automations get auto_K7pW2mXq9L',
    'automations get auto_K7pW2mXq9L --as yaml',
    'automations get auto_K7pW2mXq9L --json',
  ],
  positional: ['id'],
  flags: [REMOTE],
  input: z.object({
    id: AutomationId,
    as: defineFlag(z.enum(['yaml', 'json']).optional().describe('print a file for create and update'), {
      placeholder: 'format',
    }),
  }),
  output: z.union([AutomationRecord, AutomationAsFile]),
  async run({ id, as }, { client, printing }) {
    checkId(id);
    if (as !== undefined) refuseOtherForms(as, printing);
    const answer = await (await client()).call(getAutomation, { params: { id } });
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
function refuseOtherForms(as: string, { format, hasFields }: CommandContext['printing']): void {
  const other = hasFields ? '--fields' : format === 'raw' || format === 'csv' ? `-o ${format}` : null;
  if (other !== null)
    throw createUsageError(`--as ${as} and ${other} cannot be used together`, 'use only one of them');
}

const PAUSED =
  'this automation is paused, which the file does not record: "automations create -f" creates an active one unless you add --paused';

async function renderFile(automation: AutomationRecord, as: 'yaml' | 'json'): Promise<View> {
  const document = flattenAutomation(automation);
  if (as === 'json') return { kind: 'document', document };
  const { toYaml } = await import('../../files/yaml-text.ts');
  return { kind: 'page', document: { ...document }, blocks: [{ kind: 'output', text: toYaml(document) }] };
}
