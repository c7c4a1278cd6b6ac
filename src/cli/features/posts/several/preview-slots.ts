import type { Client } from '../../../../client/client.ts';
import { getField, type LooseRecord } from '../../../../domain/json/loose-record.ts';
import { findFreeSlots } from '../../../../domain/posts/posting-slots.ts';
import { joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { CrierError } from '../../../../errors.ts';
import { createRefusal } from '../../../framework/input/flags/schema-issues.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
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
  for (const { body } of plan.filter(isWaiting)) refuseUnknownTitle(body, schedules);
  const slots = new Map(schedules?.map((each) => [each.title, listSlots(each, now, count)]));
  return plan.map((planned) => {
    if (!isWaiting(planned)) return planned;
    return { ...planned, slot: slots.get(getTitle(planned.body))?.shift() ?? null };
  });
}

const getTitle = (body: LooseRecord) => String(getField(body['autoSchedule'], 'title') ?? DEFAULT_TITLE);

/** Refuses a posting schedule that is not there, as far as the service tells. @throws CrierError of kind usage */
export async function checkPostingSchedule(body: LooseRecord, client: Client, now: number): Promise<void> {
  if (getField(body['autoSchedule'], 'schedule') === true)
    refuseUnknownTitle(body, await readTitled(client, now));
}

function refuseUnknownTitle(body: LooseRecord, schedules: readonly TitledPostingSchedule[] | null): void {
  const titles = schedules?.map(({ title }) => title);
  const title = getTitle(body);
  if (titles === undefined || titles.includes(title)) return;
  throw createRefusal(`no posting schedule has the title "${title}"`, {
    code: 192,
    advice:
      titles.length === 0
        ? `set one first: ${crier`schedule set --time 09:00`}`
        : `use ${joinWithOr(titles.map((each) => `"${each}"`))}, or set it with "schedule set"`,
  });
}

/** A plan is also shown without slots: the service decides. */
async function readTitled(client: Client, now: number): Promise<readonly TitledPostingSchedule[] | null> {
  try {
    return (await readSchedules(client, async () => now)).schedules;
  } catch (error) {
    if (error instanceof CrierError) return null;
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
