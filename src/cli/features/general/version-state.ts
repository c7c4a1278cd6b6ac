import * as z from 'zod';
import { DAY_MS } from '../../../service/durations.ts';
import type { World } from '../../../world.ts';
import { openStateFile, type StateFile } from '../../framework/settings/state-file.ts';
import { isNewerVersion, isVersion } from './newest-version.ts';

const Time = z.number().nullable();

/** What is remembered of the newest version. Times are in milliseconds since 1970; null for never. */
const VersionState = z.strictObject({
  checkedAt: Time,
  /** What the registry said; null until it has said something. */
  latest: z.string().refine(isVersion).nullable(),
  shownAt: Time,
});
export type VersionState = z.infer<typeof VersionState>;

const EMPTY: VersionState = { checkedAt: null, latest: null, shownAt: null };

/** @param waitMs how long a change waits for other runs */
export function openVersionState(
  machine: Pick<World, 'env' | 'homeFolder' | 'platform'>,
  waitMs?: number,
): StateFile<VersionState> {
  const file = { name: 'newest-version', schema: VersionState, empty: EMPTY, isDisposable: true };
  return openStateFile(machine, waitMs === undefined ? file : { ...file, waitMs });
}

/**
 * Decides whether to report a newer version, and whether to look for one: each at most once a day. The first run only
 * remembers the time: what was just installed is new, and there is a day to turn it off.
 *
 * @param now in milliseconds since 1970; a remembered time after it is from a wrong clock, and does not count
 * @returns the version to report, whether to ask the registry for a later run, and what is remembered then: the same
 *   object for no change
 */
export function planNotice(
  state: VersionState,
  { now, version }: { now: number; version: string },
): { shown: string | null; checks: boolean; state: VersionState } {
  const { checkedAt, latest, shownAt } = state;
  const isPast = (time: number) => time > now || now - time >= DAY_MS;
  const isNews = latest !== null && isNewerVersion(latest, version);
  const shown = isNews && (shownAt === null || isPast(shownAt)) ? latest : null;
  const checks = checkedAt !== null && isPast(checkedAt);
  if (shown === null && !checks && checkedAt !== null) return { shown, checks, state };
  return {
    shown,
    checks,
    state: {
      latest,
      checkedAt: checks || checkedAt === null ? now : checkedAt,
      shownAt: shown === null ? shownAt : now,
    },
  };
}
