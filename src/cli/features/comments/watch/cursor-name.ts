import { createHash } from 'node:crypto';
import type { ServiceOrSandbox } from '../../../framework/settings/choose-service.ts';
import { formatServiceKey } from '../../../framework/settings/state-file.ts';

/** What ids of a watch are. */
interface WatchedKind {
  readonly platform: string | null | undefined;
  readonly comment: boolean;
}

/** The files of one watch. */
export interface CursorNames {
  /** Its cursor. */
  readonly own: string;
  /** The cursor that a colleague handed over, which has no key in its name; it is used where there is no own one. */
  readonly handed: string;
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

export function hashCursorName(owner: CursorOwner, { platform, comment }: WatchedKind, id: string): string {
  const text = JSON.stringify([owner, platform ?? null, comment, id]);
  return createHash('sha256').update(text).digest('hex').slice(0, NAME_LENGTH);
}
