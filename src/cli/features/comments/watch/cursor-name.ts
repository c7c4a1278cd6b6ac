import { createHash } from 'node:crypto';
import * as z from 'zod';
import { foldHandle } from '../../../../domain/text/find-words.ts';
import type { FindWords } from '../../../framework/input/flags/find-flags.ts';
import type { ServiceOrSandbox } from '../../../framework/settings/choose-service.ts';
import { formatServiceKey } from '../../../framework/settings/state-file.ts';

/**
 * What a watch finds. It prints other comments than a watch without words, so that each has a position of its own, and
 * neither skips what the other one printed.
 */
export const WatchedWords = z.strictObject({
  contains: z.array(z.string()),
  from: z.string().nullable(),
});
type WatchedWords = z.infer<typeof WatchedWords>;

/** The words of a watch in one spelling; undefined for a watch of everything. */
export function foldWatchedWords({ contains, from }: FindWords): WatchedWords | undefined {
  if (contains === undefined && from === undefined) return undefined;
  return {
    contains: contains?.toSorted() ?? [],
    from: from === undefined ? null : foldHandle(from),
  };
}

/** What ids of a watch are, and what it finds. */
interface WatchedKind {
  readonly platform: string | null | undefined;
  readonly comment: boolean;
  readonly words: WatchedWords | undefined;
}

/** The files of one watch. */
export interface CursorNames {
  /** Its cursor. */
  readonly own: string;
  /** The cursor that a colleague handed over, which has no key in its name; it is used where there is no own one. */
  readonly handed: string;
  readonly words: WatchedWords | undefined;
}

const NAME_LENGTH = 32;

/**
 * Names cursor files by a hash of everything that distinguishes two watches, so that no id or key appears in
 * a file name.
 *
 * @see docs/safety.md#C10
 */
export function getCursorNames(choice: ServiceOrSandbox, kind: WatchedKind, id: string): CursorNames {
  const { profile } = choice;
  const owner =
    choice.kind === 'sandbox'
      ? nameSandboxOwner(profile)
      : nameServiceOwner(choice.target.baseUrl, choice.target.profileKey);
  return {
    own: hashCursorName(owner, kind, id),
    handed: nameHandedCursor(formatServiceKey(choice), kind, id),
    words: kind.words,
  };
}

/** Whose watch it is: in the name of a file, a part before its hash. */
type CursorOwner = readonly (string | null)[];

export const nameSandboxOwner = (profile: string | null): CursorOwner => ['sandbox', profile];

export function nameServiceOwner(baseUrl: URL, profileKey: string | null): CursorOwner {
  return ['service', baseUrl.href, profileKey];
}

export function nameHandedCursor(serviceKey: string, kind: WatchedKind, id: string): string {
  return hashCursorName(['handed over', serviceKey], kind, id);
}

export function hashCursorName(
  owner: CursorOwner,
  { platform, comment, words }: WatchedKind,
  id: string,
): string {
  const found = words === undefined ? [] : [words.contains, words.from];
  const text = JSON.stringify([owner, platform ?? null, comment, id, ...found]);
  return createHash('sha256').update(text).digest('hex').slice(0, NAME_LENGTH);
}
