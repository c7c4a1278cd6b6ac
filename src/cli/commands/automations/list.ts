import * as z from 'zod';
import { AutomationsAnswer } from '../../../facts/automation.ts';
import { listAutomations } from '../../../facts/endpoints/automations.ts';
import { AUTOMATION_COLUMNS, formatState } from '../../automations/automation-columns.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag, REMOTE } from '../../flags.ts';
import { getServiceTime } from '../../service-time.ts';

export default defineCommand({
  summary: 'List the automations of the profile, newest first',
  description: `
What they react to and do is shown by "automations get". Sent and failed count what is left of their activity, in rows.
Ids go on to other commands; the built-in sandbox is named in a pipe that changes something:
automations list --sandbox --state active -o tsv | crier automations pause --sandbox --ids-from -`,
  examples: [
    'automations list',
    'automations list --state paused --json --fields id,name',
    'automations list -n 1',
    "automations list --jq '.automations[].id'",
  ],
  flags: [REMOTE],
  input: z.object({
    state: defineFlag(z.enum(['active', 'paused']).optional().describe('only those in this state'), {
      placeholder: 'state',
    }),
    limit: defineFlag(z.int().min(1).optional().describe('so many at most; left out, all'), {
      short: 'n',
      placeholder: 'n',
    }),
  }),
  output: AutomationsAnswer.extend({
    meta: z.looseObject({
      pagination: z.strictObject({
        next: z.null(),
        hasMore: z.boolean().describe('whether the list was cut'),
        limit: z.int().nullable().describe('null for all'),
      }),
    }),
  }),
  records: 'automations',
  async run({ state, limit }, { client }) {
    const answer = await (await client()).call(listAutomations, {});
    const all = answer.body.automations;
    const fitting = state === undefined ? all : all.filter((each) => formatState(each) === state);
    const shown = fitting.slice(0, limit);
    const pagination = { next: null, hasMore: shown.length < fitting.length, limit: limit ?? null };
    const active = all.filter((each) => each.active).length;
    return {
      view: {
        kind: 'list',
        document: { ...answer.body, automations: shown, meta: { pagination } },
        key: 'automations',
        rows: shown,
        columns: AUTOMATION_COLUMNS,
        empty:
          all.length === 0 ? 'no automations yet: "crier automations create" makes one' : `none is ${state}`,
      },
      raw: answer.bytes,
      ...getServiceTime(answer),
      notes: [
        ...(pagination.hasMore ? [`the list was cut at ${shown.length}: raise --limit`] : []),
        ...(all.length === 0
          ? []
          : [`${all.length} automation${all.length === 1 ? '' : 's'}, ${active} active`]),
      ],
    };
  },
});
