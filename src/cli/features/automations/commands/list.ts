import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { formatState } from '../../../../domain/automations/describe-automation.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { createCountingClock } from '../../../../domain/time/local-time.ts';
import {
  AutomationSummary,
  AutomationsAnswer,
  listAutomations,
} from '../../../../service/endpoints/automations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { type CommandOutcome, defineCommand, getServiceTime } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { MOST_NAMES, rememberShown } from '../../../framework/command/remember-shown.ts';
import type { ServicePort } from '../../../framework/command/service.ts';
import { EACH_FORMATS } from '../../../framework/command/shown-each.ts';
import { defineFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import {
  isByDayWanted,
  MOST_SPARKLINE_REQUESTS,
  SPARKLINE_DAYS,
} from '../../../framework/output/last-days.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { buildListMeta, type Column } from '../../../framework/output/view.ts';
import { AUTOMATION_COLUMNS } from '../stored-automation.ts';

/** An automation with its activity by day, where it was asked for. */
const AutomationByDay = AutomationSummary.extend({
  activityByDay: z
    .array(z.int())
    .readonly()
    .nullable()
    .optional()
    .describe(
      `with --wide or --fields: rows of the activity on each of the last ${SPARKLINE_DAYS} days, the oldest first; null if unknown`,
    ),
});
type AutomationByDay = z.infer<typeof AutomationByDay>;

export default defineCommand({
  summary: 'List automations, newest first',
  description: `
Use "automations get" to see triggers and actions. The sent and failed columns count rows of the stored activity.

A table draws, on a logarithmic scale, the activity of the last ${SPARKLINE_DAYS} days, the last one today, by the days of --tz or CRIER_TZ (default: UTC). This
takes a request for each automation that was triggered in this time, and more for those with over ${LIMITS.activityPageSize.max} rows, but at most
${MOST_SPARKLINE_REQUESTS}; what cannot be counted stays empty and is reported. JSON has it as activityByDay with --wide or --fields.

Pipe ids to other commands; a pipe that changes something must name the built-in sandbox:
automations list --sandbox --state active -o tsv | crier automations pause --sandbox --ids-from -`,
  examples: [
    'automations list',
    'automations list --state paused --json --fields id,name',
    'automations list -n 1',
    "automations list --jq '.automations[].id'",
    'automations list --json --fields name,activityByDay',
  ],
  flags: [REMOTE, READ_PROFILES],
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
    automations: z.array(AutomationByDay),
    meta: ListMeta,
  }),
  records: 'automations',
  streams: { unless: ['wide'] },
  async run({ state, limit }, { service, io }) {
    const client = await service.client();
    const isByDayAsked = isByDayWanted(io.printing, BY_DAY);
    // a table also counts their activity
    if (!isByDayAsked && EACH_FORMATS.includes(io.printing.format))
      return streamAutomations(client, { state, limit }, { service, io });
    const answer = await client.call(listAutomations, {});
    const all = answer.body.automations;
    const fitting = state === undefined ? all : all.filter((each) => formatState(each) === state);
    const shown = fitting.slice(0, limit);
    await rememberShown(
      'automations',
      shown.map(({ id }) => id),
      { service, io },
    );
    const hasMore = shown.length < fitting.length;
    const time = getServiceTime(answer);
    // tables for people have them without being asked
    const isTable = io.printing.format === 'table' && !io.printing.hasFields;
    const isCounted = isTable || isByDayAsked;
    const counted = isCounted
      ? await addActivityByDay(shown, { client, now: time.asOf ?? io.now(), io })
      : { automations: shown, notes: [] };
    const active = all.filter((each) => each.active).length;
    return {
      view: {
        kind: 'list',
        document: {
          ...answer.body,
          automations: counted.automations,
          meta: buildListMeta({ hasMore, limit: limit ?? null }),
        },
        key: 'automations',
        rows: counted.automations,
        columns: isCounted ? [...AUTOMATION_COLUMNS, BY_DAY_COLUMN] : AUTOMATION_COLUMNS,
        empty: formatNone(all.length, state),
      },
      raw: answer.bytes,
      ...time,
      notes: [
        ...counted.notes,
        ...listNotes({ all: all.length, active, fitting: fitting.length, shown: shown.length }),
      ],
    };
  },
});

function formatNone(all: number, state: string | undefined): string {
  return all === 0
    ? 'no automations yet: create one with "crier automations create"'
    : `no automation is ${state}`;
}

function listNotes({ all, active, fitting, shown }: AutomationCounts): readonly string[] {
  return [
    ...(shown < fitting ? [`showing the first ${shown}: raise --limit to see more`] : []),
    ...(all === 0 ? [] : [`${formatCount(all, 'automation')}, ${active} active`]),
  ];
}

interface AutomationCounts {
  all: number;
  active: number;
  /** In the state that was asked for. */
  fitting: number;
  shown: number;
}

/** Shows automations as they arrive, so that they need not be in memory at once. */
async function streamAutomations(
  client: Client,
  { state, limit = Number.POSITIVE_INFINITY }: { state: string | undefined; limit: number | undefined },
  { service, io }: { service: ServicePort; io: IoPort },
): Promise<CommandOutcome> {
  const stream = await client.stream(listAutomations, {}, (name) => name === 'automations');
  const counts: AutomationCounts = { all: 0, active: 0, fitting: 0, shown: 0 };
  const ids: string[] = [];
  async function* readBatches() {
    for await (const part of stream.parts) {
      const { automations = [] }: Partial<typeof part> = part; // a part may be another member
      const fitting = automations.filter((each) => state === undefined || formatState(each) === state);
      const shown = fitting.slice(0, limit - counts.shown);
      counts.all += automations.length;
      counts.active += automations.filter(({ active }) => active).length;
      counts.fitting += fitting.length;
      counts.shown += shown.length;
      ids.push(...shown.slice(0, MOST_NAMES - ids.length).map(({ id }) => id));
      yield shown;
    }
    await rememberShown('automations', ids, { service, io });
  }
  const { asOf } = getServiceTime(stream);
  return {
    view: {
      kind: 'stream',
      live: true,
      showsEmpty: true,
      batches: readBatches(),
      list: (rows) => ({
        kind: 'list',
        document: { automations: rows },
        key: 'automations',
        rows: rows as readonly AutomationSummary[], // of the batches above
        columns: AUTOMATION_COLUMNS,
        empty: formatNone(counts.all, state),
      }),
      asOf: () => asOf,
    },
    finish: () => ({ notes: listNotes(counts) }),
  };
}

const BY_DAY = 'activityByDay';

async function addActivityByDay(
  automations: readonly AutomationSummary[],
  { client, now, io }: { client: Client; now: number; io: IoPort },
): Promise<{ automations: readonly AutomationByDay[]; notes: readonly string[] }> {
  // loaded on demand: most formats do not need it
  const { countActivityByDay } = await import('../activity/activity-by-day.ts');
  const zone = createCountingClock(io.chosenZone);
  const { counts, notes } = await countActivityByDay(automations, {
    client,
    now,
    zone,
    progress: io.progress,
  });
  return {
    automations: automations.map((each) => ({ ...each, [BY_DAY]: counts.get(each.id) ?? null })),
    notes,
  };
}

const BY_DAY_COLUMN: Column<AutomationByDay> = {
  name: BY_DAY,
  title: `${SPARKLINE_DAYS} days`,
  value: ({ activityByDay }) => activityByDay ?? null,
  role: 'days',
  drop: 3,
};
