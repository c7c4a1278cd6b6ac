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
  ask(draft: PostDraft, talk: PostWizardContext, platform: Platform | null): Promise<PostDraft>;
  /** What helps a network beside another one of it. */
  listFixes?(draft: PostDraft, platform: Platform): readonly PromptChoice<AskPart>[];
}

/** Names each network that would refuse its part, and asks what it gets instead, until all take theirs. */
export async function fixPart(
  draft: PostDraft,
  talk: PostWizardContext,
  part: CheckedPart,
): Promise<PostDraft> {
  for (let mended = draft; ; ) {
    const refusal = findFirstRefusal(mended, part.field, talk);
    if (refusal === null) return mended;
    const { platform, message } = refusal;
    await talk.prompts.show(drawNote(part.formatRefusal(mended, platform, message)));
    const mend = await talk.prompts.choose<AskPart>({
      message: `What should ${PLATFORMS[platform].name} get?`,
      choices: [
        ...(part.listFixes?.(mended, platform) ?? []),
        ...listAlternatives(platform, part, listChosenNetworks(mended, talk)),
      ],
    });
    mended = await mend(mended, talk);
  }
}

function listAlternatives(
  platform: Platform,
  { field, another, ask }: CheckedPart,
  networks: readonly Platform[],
): readonly PromptChoice<AskPart>[] {
  const { name } = PLATFORMS[platform];
  const alone: AskPart = (draft, talk) => ask(draft, talk, platform);
  const all: AskPart = (draft, talk) => ask(removeOwn(draft, field, platform), talk, null);
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
