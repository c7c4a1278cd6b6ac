import * as z from 'zod';
import { CrierError, createUsageError } from '../../../../../errors.ts';
import { CONTROL } from '../../../../../service/control/control.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import type { SandboxControl } from '../../../../framework/command/sandbox/sandbox-control.ts';
import { ChangedSeveral, changeSeveral } from '../../../../framework/many/change-several.ts';
import { getOnlyId, IDS_FROM, readIds } from '../../../../framework/many/read-ids.ts';
import { crier } from '../../../../framework/output/text/shell-command.ts';

export default defineCommand({
  summary: 'Clear injected faults',
  description: `
All of them, or those with these ids. With several ids or --ids-from, the JSON document has "results" with the result of
each.`,
  before: ['sandbox fault add --code 364 --platform twitter'],
  examples: ['sandbox fault clear', 'sandbox fault clear --json', 'sandbox fault clear 1'],
  positional: ['id'],
  changes: true,
  flags: [],
  input: z.object({
    id: z.array(z.string()).default([]).describe('only these faults, by their ids in `sandbox fault list`'),
    idsFrom: IDS_FROM,
  }),
  output: z.union([CONTROL.clearFaults.answer, ChangedSeveral]),
  records: 'results',
  async run({ id, idsFrom }, { sandbox, io }) {
    const isAll = id.length === 0 && idsFrom === undefined;
    const ids = isAll ? [] : await readIds({ ids: id, idsFrom }, io);
    for (const each of ids) requireFaultId(each);
    const control = await sandbox.control();
    const only = getOnlyId(ids, idsFrom);
    if (!isAll && only === null) {
      const apply = async (each: string) => {
        await clearOne(control, each);
        return {};
      };
      return changeSeveral({ ids, done: 'cleared', shownBy: crier`sandbox fault list`, apply, io });
    }
    const answer = only === null ? await control.call('clearFaults', {}) : await clearOne(control, only);
    return {
      view: {
        kind: 'record',
        document: answer,
        lines: [{ name: 'cleared', title: 'cleared', value: answer.cleared }],
      },
    };
  },
});

/** @throws CrierError of kind not-found for a fault that is not there */
async function clearOne(control: SandboxControl, id: string): Promise<{ cleared: number }> {
  const answer = await control.call('clearFaults', { id: Number(id) });
  if (answer.cleared > 0) return answer;
  throw new CrierError('not-found', `there is no fault ${id}`, {
    http: null,
    advice: '"crier sandbox fault list" shows them',
  });
}

function requireFaultId(text: string): void {
  if (/^\d{1,9}$/.test(text)) return;
  throw createUsageError(`"${text}" is not the id of a fault`, '"crier sandbox fault list" shows them');
}
