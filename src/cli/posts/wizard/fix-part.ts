import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import type { PromptChoice } from '../../prompts/prompts.ts';
import { findFirstRefusal } from './draft-faults.ts';
import { drawNote } from './draw-note.ts';
import { listChosenNetworks } from './list-chosen-networks.ts';
import { type PartField, removeOwn } from './own-part.ts';
import type { AskPart, PostDraft, PostWizardContext } from './post-draft.ts';

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
  listFixes?(draft: PostDraft, platform: Platform): readonly PromptChoice<AskPart>[];
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
    await wizard.prompts.show(drawNote(part.formatRefusal(fixed, platform, message)));
    const fix = await wizard.prompts.choose<AskPart>({
      message: `What should be posted on ${PLATFORMS[platform].name}?`,
      choices: [
        ...(part.listFixes?.(fixed, platform) ?? []),
        ...listAlternatives(platform, part, listChosenNetworks(fixed, wizard)),
      ],
    });
    fixed = await fix(fixed, wizard);
  }
}

function listAlternatives(
  platform: Platform,
  { field, another, ask }: CheckedPart,
  networks: readonly Platform[],
): readonly PromptChoice<AskPart>[] {
  const { name } = PLATFORMS[platform];
  const onlyHere: AskPart = (draft, wizard) => ask(draft, wizard, platform);
  const all: AskPart = (draft, wizard) => ask(removeOwn(draft, field, platform), wizard, null);
  if (networks.length === 1) return [{ value: all, label: another }];
  const out: AskPart = async (draft) => ({
    ...removeOwn(draft, field, platform),
    platforms: networks.filter((each) => each !== platform),
  });
  return [
    { value: onlyHere, label: `${another}, only on ${name}` },
    { value: all, label: `${another}, on all networks` },
    { value: out, label: `Nothing: remove ${name}` },
  ];
}
