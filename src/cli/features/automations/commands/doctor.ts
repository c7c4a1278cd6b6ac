import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../../errors.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import { readIdsOrRaw } from '../../../framework/many/read-ids.ts';
import { mapInOrder } from '../../../framework/many/run-each.ts';
import { createSeveralBodiesError } from '../../../framework/output/printing/show-result.ts';
import { type Column, pickMember } from '../../../framework/output/view.ts';
import { checkAutomation, checkUnreadable, DoctorRow } from '../doctor/doctor-checks.ts';
import { readAutomationFacts, readProfileFacts } from '../doctor/doctor-facts.ts';
import { AUTOMATION_IDS } from '../several-automations.ts';

export default defineCommand({
  summary: 'Check what automations need in order to work',
  description: `
Checks the plan, the linked account and how it is linked, messaging and its add-on, the webhook, the posts and keywords of
the triggers, the daily cap and the callback addresses. Each row is ok, warn, fail, or unknown where the service does not
tell, with the command that fixes it. Only reads, five requests or a few more, and exits 11 if a check fails.`,
  examples: [
    'automations doctor auto_K7pW2mXq9L',
    'automations doctor auto_K7pW2mXq9L auto_T4nV8cRz3H --json',
    'automations doctor auto_K7pW2mXq9L --json --fields check,status,command',
  ],
  positional: ['id'],
  flags: [REMOTE, READ],
  input: z.object({ id: AUTOMATION_IDS.flag }),
  output: z.object({ findings: z.array(DoctorRow) }),
  records: 'findings',
  async run({ id: given, idsFrom, concurrency }, context) {
    const { io } = context;
    if (io.printing.format === 'raw') throw createSeveralBodiesError();
    const ids = await readIdsOrRaw({ ids: given, idsFrom }, io);
    const client = await context.service.client();
    const profile = await readProfileFacts(client, context);
    const findings: DoctorRow[] = [];
    const examine = async (each: string): Promise<readonly DoctorRow[]> => {
      try {
        return checkAutomation(await readAutomationFacts(each, client, profile));
      } catch (error) {
        const row = error instanceof CrierError ? checkUnreadable(each, error, profile) : null;
        if (row === null) throw error;
        return [row];
      }
    };
    for await (const rows of mapInOrder(ids, concurrency, examine)) findings.push(...rows);
    const failed = findings.filter(({ status }) => status === 'fail').length;
    return {
      view: {
        kind: 'list',
        document: { findings },
        key: 'findings',
        rows: findings,
        columns: ids.length === 1 ? COLUMNS.map(showAsData) : COLUMNS,
        empty: '',
      },
      ...(failed > 0 && {
        failure: new CrierError('differs', formatCount(failed, 'error'), { http: null }),
      }),
    };
  },
});

const COLUMNS: readonly Column<DoctorRow>[] = [
  { ...pickMember('automationId', 'automation'), role: 'id' },
  { ...pickMember('status', 'status'), role: 'status', drop: 0 },
  { ...pickMember('check', 'check'), role: 'id', drop: 0 },
  { ...pickMember('found', 'found'), show: formatFound, flexible: true, wraps: true, holdsCommands: true },
  { ...pickMember('advice', 'what to do'), dataOnly: true },
  { ...pickMember('command', 'command'), dataOnly: true },
];

function showAsData(column: Column<DoctorRow>): Column<DoctorRow> {
  return column.name === 'automationId' ? { ...column, dataOnly: true } : column;
}

/** What can be done is below what was found, except of a check that succeeded. */
function formatFound({ found, status, advice, command }: DoctorRow): string {
  if (status === 'ok') return found;
  return [found, ...(advice === null ? [] : [advice]), ...(command === null ? [] : [`$ ${command}`])].join(
    '\n',
  );
}
