import type { Client } from '../../../../client/client.ts';
import type { LocalClock } from '../../../../domain/time/local-time.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import type { AutomationSummary } from '../../../../service/endpoints/automations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { summarizeReasons } from '../../../framework/many/failures.ts';
import { runEach } from '../../../framework/many/run-each.ts';
import {
  createDayCounter,
  MOST_SPARKLINE_REQUESTS,
  SPARKLINE_DAYS,
} from '../../../framework/output/last-days.ts';
import { getCreatedTime } from './activity-filter.ts';
import { readActivityPages } from './query-activity.ts';

const AT_ONCE = 4;
/** Pages that are read of one automation, so that a busy one leaves some to the others. */
const MOST_PAGES = 10;

/** Where and how activity is counted. */
interface ActivityCounting {
  client: Client;
  /** The service's time in milliseconds since 1970. */
  now: number;
  /** By whose days rows are counted. */
  zone: LocalClock;
  /** The requests that are left for all automations of a list. */
  budget: { left: number };
}

/**
 * Counts the activity of automations on each of the last days. An automation that was not triggered in this time takes no
 * request, any other one a request for each page of its activity, up to a limit. A failure leaves it uncounted.
 *
 * @returns counts by id, null for an automation of which not all was read, and what could not be counted, a sentence each
 */
export async function countActivityByDay(
  automations: readonly AutomationSummary[],
  { progress, ...counting }: Omit<ActivityCounting, 'budget'> & { progress(text: string | null): void },
): Promise<{ counts: ReadonlyMap<string, readonly number[] | null>; notes: readonly string[] }> {
  const budget = { left: MOST_SPARKLINE_REQUESTS };
  const byId = new Map(automations.map((each) => [each.id, each]));
  const count = (id: string) => countAutomationByDay(id, byId.get(id)?.stats, { ...counting, budget });
  const all = await Array.fromAsync(
    runEach([...byId.keys()], { atOnce: AT_ONCE, done: 'automations read', progress }, count),
  );
  const reasons = all.map(({ id, value, failure }) => ({
    id,
    message: typeof value === 'string' ? value : (failure?.message ?? null),
  }));
  return {
    counts: new Map(all.map(({ id, value }) => [id, typeof value === 'string' ? null : value])),
    notes: summarizeReasons(reasons, 'automation').map((each) => `not counted by day: ${each}`),
  };
}

/** @returns a number for each day, or why they are not known */
async function countAutomationByDay(
  id: string,
  stats: AutomationSummary['stats'],
  { client, now, zone, budget }: ActivityCounting,
): Promise<readonly number[] | string> {
  const counter = createDayCounter(now, zone);
  if (stats != null && !isTriggeredSince(stats.lastTriggeredAt, counter.start)) return counter.counts;
  if (!takeRequest(budget)) return NO_REQUEST_LEFT;
  let read = 0;
  for await (const { rows, next } of readActivityPages(client, { id })) {
    const times = rows.map(getCreatedTime);
    for (const time of times) counter.add(time);
    if (next === null || times.some((time) => time < counter.start)) break;
    read += 1;
    if (read === MOST_PAGES) return TOO_MANY_ROWS;
    if (!takeRequest(budget)) return NO_REQUEST_LEFT;
  }
  return counter.counts;
}

const NO_REQUEST_LEFT = `more than ${MOST_SPARKLINE_REQUESTS} requests would be necessary`;
const TOO_MANY_ROWS = `more than ${MOST_PAGES * LIMITS.activityPageSize.max} rows in ${SPARKLINE_DAYS} days; "automations report --by day" counts them`;

function takeRequest(budget: ActivityCounting['budget']): boolean {
  budget.left -= 1;
  return budget.left >= 0;
}

/** Without a time it was never triggered. */
function isTriggeredSince(time: unknown, start: number): boolean {
  const { ms, iso } = readTimestamp(time);
  return ms === null ? iso !== null : ms >= start;
}
