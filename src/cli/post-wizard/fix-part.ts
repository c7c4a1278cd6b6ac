import { PLATFORMS, type Platform } from '../../facts/platforms.ts';
import type { PromptChoice } from '../prompts/prompts.ts';
import { drawNote } from './draw-note.ts';
import { findFirstRefusal } from './find-draft-faults.ts';
import { listChosenNetworks } from './list-chosen-networks.ts';
import { type PartField, removeOwn } from './own-part.ts';
import type { AskPart, PostDraft, PostWizardContext } from './post-wizard-context.ts';

/** A part of a post that each network judges for itself. */
export interface CheckedPart {
  readonly field: PartField;
  /** As a choice begins: `Another text`. */
  readonly another: string;
  /** What is wrong with it on a network, and by how much. */
  formatRefusal(draft: PostDraft, platform: Platform, message: string): string;
  /** Asks for it, for one network alone or for all; it asks until a network takes it. */
  ask(draft: PostDraft, wizard: PostWizardContext, platform: Platform | null): Promise<PostDraft>;
  /** What helps a network beside another one of it. */
  listFixes?(draft: PostDraft, platform: Platform): readonly PromptChoice<AskPart>[];
}

/** Names each network that would refuse its part, and asks what it gets instead, until all take theirs. */
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
      message: `What should ${PLATFORMS[platform].name} get?`,
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
  const alone: AskPart = (draft, wizard) => ask(draft, wizard, platform);
  const all: AskPart = (draft, wizard) => ask(removeOwn(draft, field, platform), wizard, null);
  if (networks.length === 1) return [{ value: all, label: another }];
  const out: AskPart = async (draft) => ({
    ...removeOwn(draft, field, platform),
    platforms: networks.filter((each) => each !== platform),
  });
  return [
    { value: alone, label: `${another}, on ${name} alone` },
    { value: all, label: `${another}, on all networks` },
    { value: out, label: `Nothing: leave ${name} out` },
  ];
}
