import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { DAY_MS, SECOND_MS } from '../../../../service/durations.ts';
import { ActivityRow, ActivityStatus } from '../../../../service/endpoints/activity.ts';
import { AutomationId } from '../../../../service/ids.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { type CommandOutcome, defineCommand } from '../../../framework/command/command.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import {
  createDurationSchema,
  defineFlag,
  defineSwitch,
  defineTextFlag,
  REMOTE,
} from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import { SINCE } from '../../../framework/input/time/since.ts';
import { checkId } from '../../../framework/many/read-ids.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { createSeveralBodiesError } from '../../../framework/output/printing/show-result.ts';
import {
  FIND_ACTIVITY,
  formatNoRows,
  isFiltering,
  LOOKBACK_MS,
  readActivityFilter,
} from '../activity/activity-filter.ts';
import { buildActivityList, createPeopleNames } from '../activity/activity-list.ts';
import { ActivityArchive, runActivityArchive } from '../activity/archive-activity.ts';
import { type ActivityQuery, queryActivity } from '../activity/query-activity.ts';
import type { FollowContext } from '../activity/stream-activity.ts';

const { activityPageSize, activityLookbackMs } = LIMITS;

/** The polling interval of --follow. At the default, polling uses a fifth of the rate limit. */
const FOLLOW_MS = { default: 5 * SECOND_MS, min: 2 * SECOND_MS };

export default defineCommand({
  summary: 'List the activity of automations',
  description: `
Lists the last ${activityLookbackMs / DAY_MS} days, newest first. Each row is one attempt to answer one engagement event: the person, the trigger that
matched, the result of each action, and the error if one failed. "sent" means that the network accepted the DM, not that
it was read. A failed row does not change the exit code; "automations explain" says why a row has its status and how to
fix it. Without an id, the latest rows of all automations are listed together.

--follow prints the latest rows, oldest first, then each row that is new or whose status changed, and runs until
interrupted. It polls every ${formatDuration(FOLLOW_MS.default)}, so a status that lasts less than that may be missed, and it does not see
changes to rows that were already open for more than ${formatDuration(LOOKBACK_MS)} when it started. Without an id it follows all automations, also
new ones, and polls less often the more there are.

--archive adds the rows that the file does not have, of one automation or, without an id, of all: run it again and again, at
least every ${activityLookbackMs / DAY_MS} days, and the archive grows without doubles. What is in it is never changed. Rows that are not finished (pending,
in_flight) are left to the next run, so that each row has its final status. Several runs may add to one file at the same
time. A run that is interrupted leaves what it added; the next one removes a line that was cut short. A file beside it
(.state) notes how far the last run has read, which saves requests.

See "crier help statuses" for the meaning of each status and how long rows wait.`,
  before: ['sandbox engage comment --from mara --text "GUIDE, please" --run'],
  examples: [
    'automations activity -n 10',
    'automations activity auto_K7pW2mXq9L',
    'automations activity auto_K7pW2mXq9L --status failed --since 7d --json',
    'automations activity auto_K7pW2mXq9L --recipient mara --status sent --status deduplicated',
    'automations activity --contains "guide please"',
    'automations activity auto_K7pW2mXq9L --all --json --fields id,status,recipientId',
    'automations activity --archive activity.ndjson',
  ],
  positional: ['id'],
  reads: { worksWithoutIds: true },
  changes: true,
  flags: [REMOTE, READ],
  input: z.object({
    id: defineFlag(
      AutomationId.optional().describe('automation id (default: all); deleted automations work too'),
      {
        offers: 'automation id',
      },
    ),
    status: defineFlag(z.array(ActivityStatus).default([]).describe('only rows with this status'), {
      placeholder: 'status',
    }),
    ...FIND_ACTIVITY,
    since: SINCE,
    limit: defineFlag(
      z.int().min(1).optional().describe(`maximum number to list (default: ${activityPageSize.default})`),
      { short: 'n', placeholder: 'n' },
    ),
    all: defineSwitch('list all rows', { conflicts: ['limit'] }),
    cursor: defineTextFlag('continue a list: the value of `next` from its JSON output', { placeholder: 'c' }),
    follow: defineSwitch('keep running and print rows as they are added or change', {
      conflicts: ['all', 'cursor', 'idsFrom', 'resume', 'allProfiles'],
      conflictAdvice: '--follow starts with the latest rows',
    }),
    every: defineFlag(
      createDurationSchema()
        .optional()
        .describe(`polling interval of --follow (default: ${FOLLOW_MS.default / SECOND_MS}s)`),
      { placeholder: 'duration' },
    ),
    archive: defineTextFlag('add the finished rows that this .ndjson file does not have', {
      placeholder: 'file',
      conflicts: [
        'status',
        'recipient',
        'contains',
        'since',
        'limit',
        'cursor',
        'follow',
        'idsFrom',
        'resume',
        'allProfiles',
      ],
      conflictAdvice: 'an archive has all rows',
    }),
    dryRun: defineSwitch('with --archive: count what is new, but add nothing', {
      conflicts: ['idsFrom', 'resume', 'allProfiles'],
      conflictAdvice: '--dry-run is only for --archive, which has all rows',
    }),
  }),
  output: z.union([z.looseObject({ activity: z.array(ActivityRow), meta: ListMeta }), ActivityArchive]),
  records: 'activity',
  async run({ id, status: statuses, limit, all, cursor, follow, every, archive, dryRun, ...found }, context) {
    const { service, io } = context;
    if (id !== undefined) checkId(id);
    refuseEvery(every, follow);
    if (archive !== undefined) return runActivityArchive({ id: id ?? null, given: archive, dryRun }, context);
    if (dryRun) throw createUsageError('--dry-run needs --archive', 'nothing else is written');
    if (id === undefined && cursor !== undefined)
      throw createUsageError(
        '<id> is missing',
        'a cursor is of one automation: give its id, or list all with --all',
      );
    const client = await service.client();
    const filter = { statuses, ...(await readActivityFilter(found, context)) };
    const most = limit ?? activityPageSize.default;
    if (io.printing.format === 'raw' && !follow && (id === undefined || isFiltering(filter)))
      throw createSeveralBodiesError();
    const names = createPeopleNames(context);
    const commands = await createPrintedCommands({ service, io });
    const poll = { ...filter, limit: most, intervalMs: every ?? FOLLOW_MS.default };
    if (id === undefined) {
      const { showActivityOfAll } = await import('../activity/activity-of-all.ts');
      const list = commands.service`automations list`;
      return showActivityOfAll(poll, { io, client, names }, { follow, all, list });
    }
    if (follow) {
      const { followActivity } = await import('../activity/stream-activity.ts');
      return followActivity({ ...poll, id }, { io, client, names });
    }
    const wanted = { id, ...filter };
    const explain = commands.service`automations explain ${id}`;
    if (all) {
      const { streamAllActivity } = await import('../activity/stream-activity.ts');
      return streamAllActivity(client, { ...wanted, cursor, explain, names }, io);
    }
    return showActivity({ ...wanted, cursor, limit: most }, explain, { io, client, names });
  },
});

/** Shows the rows of one automation, up to a limit. @param explain the command that explains why there are none */
async function showActivity(
  query: ActivityQuery,
  explain: string,
  { io, client, names }: FollowContext,
): Promise<CommandOutcome> {
  const { rows, next, envelope, raw, asOf, skipped, fault } = await queryActivity(client, query, io.now());
  await names.learn(rows);
  const more = `showing the first ${rows.length}: use --all for all, or --cursor with "next" of --json to continue`;
  return {
    view: buildActivityList(rows, {
      next,
      hasMore: next !== null || fault !== null,
      limit: query.limit,
      envelope,
      empty: formatNoRows(query, { passed: skipped, explain }),
      names,
    }),
    ...(raw !== null && { raw }),
    asOf,
    notes: next === null ? [] : [more],
    ...(fault !== null && { failure: fault }),
  };
}

function refuseEvery(every: number | undefined, follow: boolean): void {
  if (every === undefined) return;
  if (!follow) throw createUsageError('--every needs --follow', 'add --follow, or remove --every');
  if (every < FOLLOW_MS.min) {
    throw createUsageError(
      `--every must be at least ${FOLLOW_MS.min / SECOND_MS}s`,
      'the service accepts about one request a second from all clients of the account',
    );
  }
}
