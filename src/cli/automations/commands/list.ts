import * as z from 'zod';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { AutomationsAnswer, listAutomations } from '../../../service/endpoints/automations.ts';
import { buildListMeta, ListMeta } from '../../render/list-meta.ts';
import { defineCommand, getServiceTime } from '../../shell/command.ts';
import { defineFlag, REMOTE } from '../../shell/flags/flags.ts';
import { rememberAutomations } from '../recent-automations.ts';
import { AUTOMATION_COLUMNS, formatState } from '../stored-automation.ts';

export default defineCommand({
  summary: 'List automations, newest first',
  description: `
Use "automations get" to see triggers and actions. The sent and failed columns count rows of the stored activity.
Pipe ids to other commands; a pipe that changes something must name the built-in sandbox:
automations list --sandbox --state active -o tsv | crier automations pause --sandbox --ids-from -`,
  examples: [
    'automations list',
    'automations list --state paused --json --fields id,name',
    'automations list -n 1',
    "automations list --jq '.automations[].id'",
  ],
  flags: [REMOTE],
  input: z.object({
    state: defineFlag(z.enum(['active', 'paused']).optional().describe('only automations in this state'), {
      placeholder: 'state',
    }),
    limit: defineFlag(z.int().min(1).optional().describe('maximum number to list (default: all)'), {
      short: 'n',
      placeholder: 'n',
    }),
  }),
  output: AutomationsAnswer.extend({
    meta: ListMeta,
  }),
  records: 'automations',
  async run({ state, limit }, { service, io }) {
    const answer = await (await service.client()).call(listAutomations, {});
    const all = answer.body.automations;
    const fitting = state === undefined ? all : all.filter((each) => formatState(each) === state);
    const shown = fitting.slice(0, limit);
    await rememberAutomations(
      shown.map(({ id }) => id),
      { service, io },
    );
    const hasMore = shown.length < fitting.length;
    const active = all.filter((each) => each.active).length;
    return {
      view: {
        kind: 'list',
        document: {
          ...answer.body,
          automations: shown,
          meta: buildListMeta({ hasMore, limit: limit ?? null }),
        },
        key: 'automations',
        rows: shown,
        columns: AUTOMATION_COLUMNS,
        empty:
          all.length === 0
            ? 'no automations yet: create one with "crier automations create"'
            : `no automation is ${state}`,
      },
      raw: answer.bytes,
      ...getServiceTime(answer),
      notes: [
        ...(hasMore ? [`showing the first ${shown.length}: raise --limit to see more`] : []),
        ...(all.length === 0 ? [] : [`${formatCount(all.length, 'automation')}, ${active} active`]),
      ],
    };
  },
});
