import type { Client } from '../../../../client/client.ts';
import type { ActivityRow } from '../../../../service/endpoints/activity.ts';
import { listAutomations } from '../../../../service/endpoints/automations.ts';
import type { CommandOutcome } from '../../../framework/command/command.ts';
import { combineFailures } from '../../../framework/many/failures.ts';
import { runEach } from '../../../framework/many/run-each.ts';
import { type ActivityFilter, formatNoRows, getCreatedTime } from './activity-filter.ts';
import { buildActivityList, type PeopleNames } from './activity-list.ts';
import { queryActivity } from './query-activity.ts';

/** Number of concurrent requests. */
const AT_ONCE = 4;

/** The names of all automations of the profile, by id. */
export async function readAutomationNames(client: Client): Promise<ReadonlyMap<string, string>> {
  const { body } = await client.call(listAutomations, {});
  return new Map(body.automations.map(({ id, name }) => [id, name ?? id]));
}

interface RecentOptions extends Omit<ActivityFilter, 'id'> {
  limit: number;
  names: PeopleNames;
  /** The command that lists automations. */
  list: string;
  /** Local time, for a service that does not send its own. */
  now: number;
}

/** Lists the latest activity of all automations, the newest first. @throws CrierError when none could be read */
export async function listRecentActivity(
  client: Client,
  { limit, names, list, now, ...wanted }: RecentOptions,
): Promise<CommandOutcome> {
  const automations = await readAutomationNames(client);
  const read = (id: string) => queryActivity(client, { ...wanted, id, cursor: undefined, limit }, now);
  const all = await Array.fromAsync(runEach([...automations.keys()], { atOnce: AT_ONCE }, read));
  const failure = combineFailures(all, {
    done: 'read',
    noun: 'automation',
    remainder: 'the activity of the others is printed',
  });
  const found = all.flatMap(({ value }) => value ?? []);
  if (failure !== null && found.length === 0) throw failure;
  const sorted = found
    .flatMap(({ rows }) => rows)
    .toSorted((one, other) => getCreatedTime(other) - getCreatedTime(one));
  const rows: readonly ActivityRow[] = sorted.slice(0, limit);
  await names.learn(rows);
  const hasMore = rows.length < sorted.length || found.some(({ next, fault }) => (next ?? fault) !== null);
  const skipped = found.reduce((sum, each) => sum + each.skipped, 0);
  const asOf = found.find((each) => each.asOf !== undefined)?.asOf;
  return {
    view: buildActivityList(rows, {
      next: null,
      hasMore,
      limit,
      empty:
        automations.size === 0
          ? 'no automations'
          : formatNoRows({ ...wanted, id: '' }, { passed: skipped, explain: list }),
      names,
      automations,
    }),
    ...(asOf !== undefined && { asOf }),
    notes: hasMore
      ? [`showing the latest ${rows.length} rows of all automations: raise -n, or use --all for all`]
      : [],
    ...(failure !== null && { failure }),
  };
}
