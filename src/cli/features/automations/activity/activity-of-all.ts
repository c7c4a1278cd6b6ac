import { SECOND_MS } from '../../../../service/durations.ts';
import type { ActivityRow } from '../../../../service/endpoints/activity.ts';
import type { CommandOutcome } from '../../../framework/command/command.ts';
import { combineFailures } from '../../../framework/many/failures.ts';
import { runEach } from '../../../framework/many/run-each.ts';
import { formatNoRows, getCreatedTime, isIncluded } from './activity-filter.ts';
import { buildActivityList } from './activity-list.ts';
import { queryActivity, readAutomationNames, readMatchingPages } from './query-activity.ts';
import {
  type ActivityPoll,
  detectNewRows,
  type FollowContext,
  type PollOptions,
  pollActivity,
  pollAgain,
  streamActivity,
} from './stream-activity.ts';

const AT_ONCE = 4;

type AllOptions = Omit<PollOptions, 'id'>;

/** Shows the latest rows of all automations, all of them, or those that come. @param list the command that lists automations */
export async function showActivityOfAll(
  options: AllOptions,
  parts: FollowContext,
  { follow, all, list }: { follow: boolean; all: boolean; list: string },
): Promise<CommandOutcome> {
  if (follow) return followActivityOfAll(options, parts);
  return all ? streamActivityOfAll(options, parts, list) : listRecentActivity(options, parts, list);
}

/** Lists the latest activity of all automations, the newest first. @throws CrierError when none could be read */
async function listRecentActivity(
  options: AllOptions,
  { io, client, names }: FollowContext,
  list: string,
): Promise<CommandOutcome> {
  const { limit } = options;
  const automations = await readAutomationNames(client);
  const read = (id: string) =>
    queryActivity(client, { ...options, id, name: automations.get(id), cursor: undefined }, io.now());
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
          : formatNoRows({ ...options, id: '' }, { passed: skipped, explain: list }),
      names,
      automations,
    }),
    asOf,
    notes: hasMore
      ? [`showing the latest ${rows.length} rows of all automations: raise -n, or use --all for all`]
      : [],
    ...(failure !== null && { failure }),
  };
}

const BATCH = 100;

/** Streams the rows of all automations, newest first; one page of each is kept in memory. */
async function streamActivityOfAll(
  options: AllOptions,
  { io, client, names }: FollowContext,
  list: string,
): Promise<CommandOutcome> {
  const automations = await readAutomationNames(client);
  let asOf: number | undefined;
  let printed = 0;
  let skipped = 0;
  async function* readRows(id: string) {
    const pages = readMatchingPages(client, { ...options, id, name: automations.get(id) }, { now: io.now() });
    for await (const { page, rows, ...found } of pages) {
      asOf = page.asOf ?? asOf;
      skipped += found.skipped;
      yield* rows;
    }
  }
  async function* readBatches() {
    let batch: ActivityRow[] = [];
    for await (const row of mergeNewestFirst([...automations.keys()].map(readRows))) {
      printed += 1;
      batch.push(row);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }
  const empty = () =>
    automations.size === 0
      ? 'no automations'
      : formatNoRows({ ...options, id: '' }, { passed: skipped, explain: list });
  return {
    view: streamActivity({ batches: readBatches(), names, automations, asOf: () => asOf, empty }),
    finish: () => (printed === 0 ? { notes: [empty()] } : {}),
  };
}

/** Merges lists that are newest first each. */
async function* mergeNewestFirst(lists: readonly AsyncGenerator<ActivityRow>[]): AsyncGenerator<ActivityRow> {
  const heads: { row: ActivityRow; rest: AsyncGenerator<ActivityRow> }[] = [];
  const add = async (rest: AsyncGenerator<ActivityRow>) => {
    const { value, done } = await rest.next();
    if (done !== true) heads.push({ row: value, rest });
  };
  for (const list of lists) await add(list);
  while (heads.length > 0) {
    heads.sort((one, other) => getCreatedTime(one.row) - getCreatedTime(other.row));
    const newest = heads.pop();
    if (newest === undefined) return;
    yield newest.row;
    await add(newest.rest);
  }
}

/** The service accepts about one request a second from all clients of the account. */
const MS_PER_REQUEST = 2 * SECOND_MS;

/** Follows all automations, with those that are created meanwhile. */
async function followActivityOfAll(options: AllOptions, parts: FollowContext): Promise<CommandOutcome> {
  const automations = new Map(await readAutomationNames(parts.client));
  let asOf: number | undefined;
  async function* readBatches() {
    for await (const { rows, at } of follow(options, parts, automations)) {
      asOf = at ?? asOf;
      yield rows.toSorted((one, other) => getCreatedTime(one) - getCreatedTime(other));
    }
  }
  return {
    view: streamActivity({
      batches: readBatches(),
      names: parts.names,
      automations,
      asOf: () => asOf,
      empty: () => 'no rows yet',
      endless: true,
    }),
  };
}

/** @param automations names by id, to which those that are created meanwhile are added */
async function* follow(
  options: AllOptions,
  { client, io }: FollowContext,
  automations: Map<string, string>,
): AsyncGenerator<{ rows: readonly ActivityRow[]; at: number | undefined }> {
  const polls = new Map<string, ActivityPoll>();
  for (const [id, name] of automations)
    polls.set(id, await pollActivity({ ...options, id, name }, { client, clock: io.clock, previous: null }));
  const first = [...polls].flatMap(([id, { rows }]) =>
    rows.filter((row) => isIncluded(row, { ...options, name: automations.get(id) })),
  );
  const latest = first.toSorted((one, other) => getCreatedTime(other) - getCreatedTime(one));
  yield { rows: latest.slice(0, options.limit), at: findTime(polls) };
  for (;;) {
    io.progress('waiting for rows');
    // polls of many automations are less frequent, to leave half of the requests to others
    const pages = [...polls.values()].reduce((sum, poll) => sum + poll.pages, 1);
    await io.clock.sleep(Math.max(options.intervalMs, pages * MS_PER_REQUEST), io.signal);
    io.progress(null);
    const startedAt = findTime(polls) ?? io.clock.now();
    for (const [id, name] of await readAutomationNames(client)) {
      automations.set(id, name);
      if (!polls.has(id)) polls.set(id, createEmptyPoll(startedAt));
    }
    const news: ActivityRow[] = [];
    for (const [id, before] of polls) {
      const filter = { ...options, id, name: automations.get(id) };
      const poll = await pollAgain(filter, { client, io }, before);
      polls.set(id, poll);
      const isNews = detectNewRows(before, poll);
      news.push(...poll.rows.filter((row) => isNews(row) && isIncluded(row, filter)));
    }
    yield { rows: news, at: findTime(polls) };
  }
}

function createEmptyPoll(since: number): ActivityPoll {
  return { rows: [], floor: since, earliest: since, pages: 0, clockResetTo: null };
}

function findTime(polls: ReadonlyMap<string, ActivityPoll>): number | undefined {
  const times = [...polls.values()].flatMap(({ asOf }) => asOf ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}
