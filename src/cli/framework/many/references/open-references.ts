import * as z from 'zod';
import { ignoreErrors } from '../../../../errors.ts';
import type { Uses } from '../../command/context.ts';
import { type NumberTargets, REFERENCE_KINDS, type ReferenceTarget } from '../../output/reference.ts';
import { formatServiceKey, openStateFile } from '../../settings/state-file.ts';
import {
  isValidReference,
  LONGEST_ID,
  MOST_REMEMBERED,
  type NumberedTarget,
  numberTargets,
} from './reference-numbers.ts';

const HIGHEST = 9_999;
const Text = z.string().min(1).max(LONGEST_ID);

const Numbered = z.strictObject({
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
  z.strictObject({ service: z.string(), references: z.array(Numbered).max(MOST_REMEMBERED) }),
);

/** Services whose references are remembered. */
const MOST_SERVICES = 5;

/** The short references of the service that the run talks to. */
export interface ReferenceStore {
  readonly number: NumberTargets;
  /** The target of a number; `expired` if it was shown too long ago, null if it was not shown. */
  find(number: number): (ReferenceTarget & { readonly profile: string | null }) | 'expired' | null;
  /** Whether a table has shown a comment with this id lately. */
  hasComment(id: string): boolean;
  /** The profile of the run. */
  readonly profile: string | null;
}

/** Opens the references of the service of the run: its profiles share the numbers. */
export async function openReferences({
  service,
  io,
}: Uses<{ service: 'choose'; io: 'machine' | 'now' }>): Promise<ReferenceStore> {
  const { choice } = await service.choose();
  const { profile } = choice;
  const key = formatServiceKey({ ...choice, profile: null });
  const file = openStateFile(io.machine, {
    name: 'references',
    schema: References,
    empty: [],
    isDisposable: true,
  });
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
