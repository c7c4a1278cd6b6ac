import * as z from 'zod';
import { ignoreErrors } from '../../../../errors.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../service/durations.ts';
import type { CommandContext } from '../../command/context.ts';
import {
  type NumberTargets,
  REFERENCE_HOURS,
  REFERENCE_KINDS,
  type ReferenceTarget,
} from '../../output/reference.ts';
import { formatServiceKey, openStateFile } from '../../settings/state-file.ts';

/** A number in place of an id, and when it was last shown, in milliseconds since 1970. */
export interface NumberedTarget {
  readonly number: number;
  readonly shownAt: number;
  readonly target: ReferenceTarget;
}

const VALID_MS = REFERENCE_HOURS * HOUR_MS;
/** An expired number is not given to another id at once: an old table may still be on the screen. */
const KEPT_MS = 2 * VALID_MS;
/** A time that is newer than this is not written again. */
const FRESH_MS = 10 * MINUTE_MS;

/** References of one table; the rows after them have none. */
const MOST_OF_TABLE = 500;
/** References that are remembered for one service. */
export const MOST_REMEMBERED = 2_000;
/** A longer id has no reference. */
const LONGEST_ID = 300;

/** Whether a reference can still be used; a time in the future is an error of the clock, or of the file. */
export function isValidReference({ shownAt }: NumberedTarget, now: number): boolean {
  return Math.abs(now - shownAt) <= VALID_MS;
}

/**
 * Gives each target a number: an id that is remembered keeps its own, a new one gets the lowest that is free.
 *
 * @param before what is remembered; of equal numbers or targets, the first counts
 * @param now in milliseconds since 1970
 */
export function numberTargets(
  before: readonly NumberedTarget[],
  targets: readonly (ReferenceTarget | null)[],
  now: number,
): {
  /** A number for each target, in order; null for none. */
  numbers: readonly (number | null)[];
  after: readonly NumberedTarget[];
  /** Whether the file has to be written. */
  isChanged: boolean;
} {
  const remembered = dropOld(before, targets.length, now);
  const byNumber = new Map<number, NumberedTarget>();
  const byTarget = new Map<string, NumberedTarget>();
  for (const each of remembered) {
    const key = toKey(each.target);
    if (byNumber.has(each.number) || byTarget.has(key)) continue;
    byNumber.set(each.number, each);
    byTarget.set(key, each);
  }
  let isChanged = false;
  let lowest = 1;
  const take = (target: ReferenceTarget): number | null => {
    const key = toKey(target);
    const known = byTarget.get(key);
    if (known === undefined && byNumber.size >= MOST_REMEMBERED) return null;
    while (byNumber.has(lowest)) lowest += 1;
    const number = known?.number ?? lowest;
    if (known !== undefined && Math.abs(now - known.shownAt) <= FRESH_MS) return number;
    isChanged = true;
    const numbered = { number, shownAt: now, target };
    byNumber.set(number, numbered);
    byTarget.set(key, numbered);
    return number;
  };
  let left = MOST_OF_TABLE;
  const numbers = targets.map((target) => {
    if (target === null || target.id.length > LONGEST_ID || left === 0) return null;
    left -= 1;
    return take(target);
  });
  return { numbers, after: [...byNumber.values()], isChanged };
}

/** Forgets old references; expired ones at once where the room is needed. */
function dropOld(before: readonly NumberedTarget[], count: number, now: number): readonly NumberedTarget[] {
  const kept = before.filter(({ shownAt }) => Math.abs(now - shownAt) <= KEPT_MS);
  if (kept.length + Math.min(count, MOST_OF_TABLE) <= MOST_REMEMBERED) return kept;
  return kept.filter((each) => isValidReference(each, now));
}

function toKey({ kind, id, platform, profile }: ReferenceTarget): string {
  return JSON.stringify([kind, id, platform ?? null, profile ?? null]);
}

const HIGHEST = 9_999;
const Text = z.string().min(1).max(LONGEST_ID);

/** A stored {@link NumberedTarget}. */
export const StoredReference = z.strictObject({
  number: z.int().min(1).max(HIGHEST),
  shownAt: z.number(),
  target: z.strictObject({
    kind: z.enum(REFERENCE_KINDS),
    id: Text,
    platform: Text.optional(),
    videoId: Text.optional(),
    commentUrn: Text.optional(),
    profile: Text.nullable(),
  }),
});

/** The references of each service, the one that was used last at the end. Ids only: no text of a post or a comment. */
const References = z.array(
  z.strictObject({ service: z.string(), references: z.array(StoredReference).max(MOST_REMEMBERED) }),
);

/** Services whose references are remembered. */
export const MOST_SERVICES = 5;

/** The short references of the service that the run talks to. */
export interface ReferenceStore {
  number: NumberTargets;
  /** The target of a number; `expired` if it was shown too long ago, null if it was not shown. */
  find(number: number): (ReferenceTarget & { profile: string | null }) | 'expired' | null;
  /** Whether a table has shown a comment with this id lately. */
  hasComment(id: string): boolean;
  /** The profile of the run. */
  profile: string | null;
}

/** The references of all services. */
export function openReferencesFile(machine: CommandContext['io']['machine']) {
  return openStateFile(machine, { name: 'references', schema: References, empty: [], isDisposable: true });
}

/** Opens the references of the service of the run: its profiles share the numbers. */
export async function openReferences({ service, io }: CommandContext): Promise<ReferenceStore> {
  const { choice } = await service.choose();
  const { profile } = choice;
  const key = formatServiceKey({ ...choice, profile: null });
  const file = openReferencesFile(io.machine);
  const pick = (all: z.infer<typeof References>): readonly NumberedTarget[] =>
    all.find((each) => each.service === key)?.references ?? [];
  return {
    profile,
    async number(targets) {
      const now = io.now();
      const owned = targets.map(
        (target) => target && { ...target, profile: target.profile === undefined ? profile : target.profile },
      );
      const known = numberTargets(pick(file.read()), owned, now);
      if (!known.isChanged) return known.numbers;
      let { numbers } = known;
      const saved = await ignoreErrors(
        file.change((all) => {
          // another run may have written since
          const { after, ...numbering } = numberTargets(pick(all), owned, now);
          ({ numbers } = numbering);
          const others = all.filter((each) => each.service !== key).slice(1 - MOST_SERVICES);
          return [...others, { service: key, references: [...after] }] as z.infer<typeof References>;
        }),
      );
      return saved === null ? targets.map(() => null) : numbers;
    },
    hasComment: (id) =>
      pick(file.read()).some(
        ({ target }) => target.kind === 'comment' && target.id === id && (target.profile ?? null) === profile,
      ),
    find(number) {
      const found = pick(file.read()).find((each) => each.number === number);
      if (found === undefined) return null;
      if (!isValidReference(found, io.now())) return 'expired';
      return { ...found.target, profile: found.target.profile ?? null };
    },
  };
}
