import type { Client } from '../../../client/client.ts';
import { getField } from '../../../domain/json/loose-record.ts';
import { findFreeSlots } from '../../../domain/posts/posting-slots.ts';
import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { CrierError } from '../../../errors.ts';
import { readSchedules, type TitledPostingSchedule } from '../../schedule/posting-schedules.ts';
import { isQueued, type PlannedPost } from './plan-posts.ts';

const DEFAULT_TITLE = 'default';

/**
 * Adds the slots that posts of a posting schedule will take, in the order of the file, as far as the service tells; other
 * posts that are sent at the same time may take them first.
 */
export async function addSlots(
  plan: readonly PlannedPost[],
  client: Client,
  now: number,
): Promise<readonly PlannedPost[]> {
  const isWaiting = (planned: PlannedPost) => planned.action === 'send' && isQueued(planned);
  const count = plan.filter(isWaiting).length;
  if (count === 0) return plan;
  const schedules = await readTitled(client, now);
  const slots = new Map(schedules.map((each) => [each.title, listSlots(each, now, count)]));
  return plan.map((planned) => {
    if (!isWaiting(planned)) return planned;
    const title = getField(planned.body['autoSchedule'], 'title') ?? DEFAULT_TITLE;
    return { ...planned, slot: slots.get(String(title))?.shift() ?? null };
  });
}

/** A plan is also shown without slots: the service decides. */
async function readTitled(client: Client, now: number): Promise<readonly TitledPostingSchedule[]> {
  try {
    return (await readSchedules(client, async () => now)).schedules;
  } catch (error) {
    if (error instanceof CrierError) return [];
    throw error;
  }
}

/** Those that the service names, and the ones after them. */
function listSlots(
  { nextSlots, schedule, daysOfWeek, excludeDates }: TitledPostingSchedule,
  now: number,
  count: number,
): string[] {
  const last = nextSlots.at(-1);
  const times = { schedule, daysOfWeek: daysOfWeek ?? undefined, excludeDates };
  const after = last === undefined ? now : Date.parse(last);
  const more = last === undefined ? [] : findFreeSlots(times, { after, taken: new Set(), count });
  return [...nextSlots, ...more.map(formatIsoSeconds)].slice(0, count);
}
