import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import { ActivityRow, ActivityStatus } from '../../../facts/activity.ts';
import { DAY_MS, SECOND_MS } from '../../../facts/durations.ts';
import { AutomationId } from '../../../facts/ids.ts';
import { LIMITS } from '../../../facts/limits.ts';
import { formatNoRows, isFiltering } from '../../activity/activity-filter.ts';
import { buildActivityList } from '../../activity/activity-list.ts';
import { findRecipient, MAY_BE_MISSED } from '../../activity/find-recipient.ts';
import { createPeopleNames } from '../../activity/people-names.ts';
import { LOOKBACK_MS } from '../../activity/poll-activity.ts';
import { queryActivity } from '../../activity/query-activity.ts';
import { SINCE } from '../../activity/since.ts';
import { checkId } from '../../check-id.ts';
import { defineCommand } from '../../command.ts';
import { createDurationSchema, defineFlag, REMOTE } from '../../flags.ts';
import { formatDuration } from '../../format-duration.ts';
import { createPrintedCommands } from '../../printed-commands.ts';
import { createSeveralBodiesError } from '../../refuse-raw.ts';

const { activityPageSize, activityLookbackMs } = LIMITS;

/** Between two looks of --follow: at the usual pace, a fifth of the requests that the service takes are used. */
const FOLLOW_MS = { default: 5 * SECOND_MS, min: 2 * SECOND_MS };

export default defineCommand({
  summary: `List what an automation did, newest first, for the last ${activityLookbackMs / DAY_MS} days`,
  description: `
A row is one attempt to answer one engagement: whose it was, which trigger matched, what became of each action, and what
went wrong. "sent" means that the network took a DM, not that it was read. A row that failed does not make this fail;
"automations explain" says why a row ended as it did, and what to do about it.

--follow goes on until it is ended: it prints the latest rows, oldest first, then each row that is new or has another
status at a look, by default every ${formatDuration(FOLLOW_MS.default)}. A status that came and went between two looks is not
seen, nor a change of a row that was open for more than ${formatDuration(LOOKBACK_MS)} when the following began.

"crier help statuses" says what each status means, and how long rows wait.`,
  before: ['sandbox engage comment --from mara --text "GUIDE, please" --run'],
  examples: [
    'automations activity auto_K7pW2mXq9L',
    'automations activity auto_K7pW2mXq9L --status failed --since 7d --json',
    'automations activity auto_K7pW2mXq9L --recipient mara --status sent --status deduplicated',
    'automations activity auto_K7pW2mXq9L --all --json --fields id,status,recipientId',
  ],
  positional: ['id'],
  flags: [REMOTE],
  input: z.object({
    id: AutomationId.describe('id of an automation, also of a deleted one'),
    status: defineFlag(
      z
        .array(ActivityStatus)
        .default([])
        .describe('only rows with this status; of several, with any of them'),
      { placeholder: 'status' },
    ),
    recipient: defineFlag(z.string().optional().describe('only rows of this person: handle or id'), {
      placeholder: 'who',
    }),
    since: SINCE,
    limit: defineFlag(
      z.int().min(1).optional().describe(`how many rows, ${activityPageSize.default} unless said`),
      { short: 'n', placeholder: 'n' },
    ),
    all: z.boolean().default(false).describe('as many as there are'),
    cursor: defineFlag(z.string().optional().describe('where an earlier list ended: `next`'), {
      placeholder: 'c',
    }),
    follow: z.boolean().default(false).describe('go on, and print rows as they come and change'),
    every: defineFlag(
      createDurationSchema()
        .optional()
        .describe(
          `with --follow: how long it is from one look to the next; left out, ${FOLLOW_MS.default / SECOND_MS}s`,
        ),
      { placeholder: 'duration' },
    ),
  }),
  output: z.looseObject({
    activity: z.array(ActivityRow),
    meta: z.object({
      pagination: z.object({
        next: z.string().nullable().describe('what --cursor goes on with, behind the last row'),
        hasMore: z.boolean(),
        limit: z.int().nullable().describe('null for as many as there are'),
      }),
    }),
  }),
  records: 'activity',
  async run({ id, status: statuses, recipient, since, limit, all, cursor, follow, every }, context) {
    checkId(id);
    if (all && limit !== undefined)
      throw createUsageError('--all and --limit cannot both be', 'leave one out');
    if (follow && (all || cursor !== undefined)) {
      throw createUsageError(
        `--follow does not go with ${all ? '--all' : '--cursor'}`,
        'it begins with the latest rows',
      );
    }
    refuseEvery(every, follow);
    const client = await context.client();
    const person = recipient === undefined ? undefined : await findRecipient(recipient, context);
    const wanted = { id, statuses, recipient: person, since };
    const most = limit ?? activityPageSize.default;
    if (context.printing.format === 'raw' && !follow && isFiltering(wanted)) throw createSeveralBodiesError();
    if (person?.isComplete === false) await context.note(MAY_BE_MISSED);
    const names = createPeopleNames(context);
    if (follow) {
      const { followActivity } = await import('../../activity/follow-activity.ts');
      const looks = { limit: most, intervalMs: every ?? FOLLOW_MS.default };
      return followActivity({ ...wanted, ...looks }, { ...context, client, names });
    }
    const explain = (await createPrintedCommands(context)).service`automations explain ${id}`;
    if (all) {
      const { streamAllActivity } = await import('../../activity/stream-all-activity.ts');
      return streamAllActivity(client, { ...wanted, cursor, explain, names }, context);
    }
    const { rows, next, envelope, raw, asOf, skipped } = await queryActivity(
      client,
      { ...wanted, cursor, limit: most },
      context.now(),
    );
    await names.learn(rows);
    return {
      view: buildActivityList(rows, {
        next,
        limit: most,
        envelope,
        empty: formatNoRows(wanted, { passed: skipped, explain }),
        names,
      }),
      ...(raw !== null && { raw }),
      ...(asOf !== undefined && { asOf }),
      notes:
        next === null
          ? []
          : [
              `the list was cut at ${rows.length}: --all prints all of it, --cursor goes on with "next" of --json`,
            ],
    };
  },
});

function refuseEvery(every: number | undefined, follow: boolean): void {
  if (every === undefined) return;
  if (!follow) throw createUsageError('--every needs --follow', 'add --follow, or leave --every out');
  if (every < FOLLOW_MS.min) {
    throw createUsageError(
      `--every must be ${FOLLOW_MS.min / SECOND_MS}s at least`,
      'the service takes about one request a second, from all that ask it',
    );
  }
}
