import { findPostFaults } from '../../../domain/posts/find-post-faults.ts';
import type { PostFault } from '../../../domain/posts/post-part.ts';
import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import { drawParagraph } from '../../wizard/drawings.ts';
import { buildMenu } from '../../wizard/wizard.ts';
import {
  listChosenNetworks,
  type PartField,
  type PostDraft,
  type PostEdit,
  type PostEditChoice,
  type PostWizardContext,
  removeOwn,
  toPost,
} from './post-draft.ts';

type FaultContext = Pick<PostWizardContext, 'accounts' | 'now'>;

/** Finds the faults and warnings of a draft. */
export function findDraftFaults(draft: PostDraft, wizard: FaultContext): readonly PostFault[] {
  return findPostFaults(toPost(draft), { platforms: listChosenNetworks(draft, wizard), now: wizard.now() });
}

/** The faults of one field and its members. @param path such as `redditOptions.title` */
export function findFaultsAt(draft: PostDraft, path: string, wizard: FaultContext): readonly PostFault[] {
  return findDraftFaults(draft, wizard).filter(
    ({ path: at, effect }) =>
      effect !== 'warning' && (at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`)),
  );
}

/** The fault that a field has on every network; null if a network accepts it. */
export function findSharedFault(draft: PostDraft, path: string, wizard: FaultContext): string | null {
  const faults = findFaultsAt(draft, path, wizard);
  const whole = faults.find(({ effect }) => effect === 'request');
  if (whole !== undefined) return whole.message;
  const networks = listChosenNetworks(draft, wizard);
  const refusals = networks.map((platform) => faults.find((fault) => fault.platform === platform));
  const [first] = refusals;
  return first === undefined || refusals.includes(undefined) ? null : first.message;
}

/** The first network that would refuse a field, with its reason; null if all accept it. */
function findFirstRefusal(draft: PostDraft, path: string, wizard: FaultContext): NetworkRefusal | null {
  const refusals = findFaultsAt(draft, path, wizard).flatMap(({ platform, message }) =>
    platform === null ? [] : [{ platform, message }],
  );
  return refusals[0] ?? null;
}

/** Why a network would refuse a part of a post. */
interface NetworkRefusal {
  readonly platform: Platform;
  readonly message: string;
}

/** A part of a post that is validated for each network. */
export interface CheckedPart {
  readonly field: PartField;
  /** Start of a choice: `Another text`. */
  readonly another: string;
  /** Message for a network that would refuse it. */
  formatRefusal(draft: PostDraft, platform: Platform, message: string): string;
  /** Asks for it, for one network or for all, until a network accepts it. */
  ask(draft: PostDraft, wizard: PostWizardContext, platform: Platform | null): Promise<PostDraft>;
  /** Fixes other than a new value. */
  listFixes?(draft: PostDraft, platform: Platform): readonly PostEditChoice[];
}

/** For each network that would refuse the part, asks how to fix it, until all accept it. */
export async function fixPart(
  draft: PostDraft,
  wizard: PostWizardContext,
  part: CheckedPart,
): Promise<PostDraft> {
  for (let fixed = draft; ; ) {
    const refusal = findFirstRefusal(fixed, part.field, wizard);
    if (refusal === null) return fixed;
    const { platform, message } = refusal;
    const words = part.formatRefusal(fixed, platform, message);
    await wizard.prompts.show((look) => drawParagraph(words, look, 'warn'));
    const fix = buildMenu<PostDraft, PostWizardContext>(
      `What should be posted on ${PLATFORMS[platform].name}?`,
      [
        ...(part.listFixes?.(fixed, platform) ?? []),
        ...listAlternatives(platform, part, listChosenNetworks(fixed, wizard)),
      ],
    );
    fixed = await fix(fixed, wizard);
  }
}

function listAlternatives(
  platform: Platform,
  { field, another, ask }: CheckedPart,
  networks: readonly Platform[],
): readonly PostEditChoice[] {
  const { name } = PLATFORMS[platform];
  const onlyHere: PostEdit = (draft, wizard) => ask(draft, wizard, platform);
  const all: PostEdit = (draft, wizard) => ask(removeOwn(draft, field, platform), wizard, null);
  if (networks.length === 1) return [{ value: all, label: another }];
  const out: PostEdit = async (draft) => ({
    ...removeOwn(draft, field, platform),
    platforms: networks.filter((each) => each !== platform),
  });
  return [
    { value: onlyHere, label: `${another}, only on ${name}` },
    { value: all, label: `${another}, on all networks` },
    { value: out, label: `Nothing: remove ${name}` },
  ];
}
