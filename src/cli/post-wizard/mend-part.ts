import { PLATFORMS, type Platform } from '../../facts/platforms.ts';
import type { PromptChoice } from '../prompts/prompts.ts';
import { chosenNetworks } from './chosen-networks.ts';
import { firstRefusal } from './draft-faults.ts';
import { noteDrawing } from './note-drawing.ts';
import { type PartField, withoutOwn } from './own-part.ts';
import type { AskPart, PostDraft, PostTalk } from './post-talk.ts';

/** A part of a post that each network judges for itself. */
export interface JudgedPart {
  readonly field: PartField;
  /** As a choice begins: `Another text`. */
  readonly another: string;
  /** What is wrong with it on a network, and by how much. */
  refusal(draft: PostDraft, platform: Platform, message: string): string;
  /** Asks for it, for one network alone or for all; it asks until a network takes it. */
  ask(draft: PostDraft, talk: PostTalk, platform: Platform | null): Promise<PostDraft>;
  /** What helps a network beside another one of it. */
  ways?(draft: PostDraft, platform: Platform): readonly PromptChoice<AskPart>[];
}

/** Names each network that would refuse its part, and asks what it gets instead, until all take theirs. */
export async function mendPart(draft: PostDraft, talk: PostTalk, part: JudgedPart): Promise<PostDraft> {
  for (let mended = draft; ; ) {
    const refusal = firstRefusal(mended, part.field, talk);
    if (refusal === null) return mended;
    const { platform, message } = refusal;
    await talk.prompts.show(noteDrawing(part.refusal(mended, platform, message)));
    const mend = await talk.prompts.choose<AskPart>({
      message: `What should ${PLATFORMS[platform].name} get?`,
      choices: [
        ...(part.ways?.(mended, platform) ?? []),
        ...otherParts(platform, part, chosenNetworks(mended, talk)),
      ],
    });
    mended = await mend(mended, talk);
  }
}

function otherParts(
  platform: Platform,
  { field, another, ask }: JudgedPart,
  networks: readonly Platform[],
): readonly PromptChoice<AskPart>[] {
  const { name } = PLATFORMS[platform];
  const alone: AskPart = (draft, talk) => ask(draft, talk, platform);
  const all: AskPart = (draft, talk) => ask(withoutOwn(draft, field, platform), talk, null);
  if (networks.length === 1) return [{ value: all, label: another }];
  const out: AskPart = async (draft) => ({
    ...withoutOwn(draft, field, platform),
    platforms: networks.filter((each) => each !== platform),
  });
  return [
    { value: alone, label: `${another}, on ${name} alone` },
    { value: all, label: `${another}, on all networks` },
    { value: out, label: `Nothing: leave ${name} out` },
  ];
}
