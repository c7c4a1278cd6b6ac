import { PLATFORMS, type Platform } from '../../facts/platforms.ts';
import { asThread, canBeThread } from './as-thread.ts';
import { chosenNetworks } from './chosen-networks.ts';
import { faultsAt, refusedByAll } from './draft-faults.ts';
import { type JudgedPart, mendPart } from './mend-part.ts';
import { commonText, partFor, withText } from './own-part.ts';
import type { PostDraft, PostTalk } from './post-talk.ts';
import { roomWords, textRoom, tightestWords } from './text-room.ts';

/** Asks what a post says, and what it says where that is too long. */
export async function askText(draft: PostDraft, talk: PostTalk): Promise<PostDraft> {
  return mendText(await TEXT.ask(draft, talk, null), talk);
}

/** Asks about a text that is known only where a network does not take it. */
export function mendText(draft: PostDraft, talk: PostTalk): Promise<PostDraft> {
  return mendPart(draft, talk, TEXT);
}

/** What a post says, as each network judges it. */
export const TEXT: JudgedPart = {
  field: 'post',
  another: 'Another text',
  refusal(draft, platform, message) {
    const words = isTooLong(draft, platform) ? `has ${roomWords(textRoom(draft, platform))}` : message;
    return `${PLATFORMS[platform].name}: the text ${words}`;
  },
  ways: (draft, platform) =>
    isThreadAlone(draft, platform)
      ? [
          {
            value: async (known) => asThread(known, platform),
            label: 'The same text, as several posts: a thread',
          },
        ]
      : [],
  ask: (draft, talk, platform) =>
    platform === null ? askForAll(draft, talk) : askForOne(draft, talk, platform),
};

function isTooLong(draft: PostDraft, platform: Platform): boolean {
  const { used, most } = textRoom(draft, platform);
  return most !== null && used > most;
}

/** Whether a network takes a text as a thread, and as nothing else. */
function isThreadAlone(draft: PostDraft, platform: Platform): boolean {
  return isTooLong(draft, platform) && canBeThread(draft, platform);
}

async function askForAll(draft: PostDraft, talk: PostTalk): Promise<PostDraft> {
  const before = commonText(draft);
  const text = await talk.prompts.longText({
    message: 'What does it say?',
    ...(before !== '' && { suggestion: before }),
    count: (typed) => tightestWords(withText(draft, typed, null), talk),
    check(typed) {
      const after = withText(draft, typed, null);
      // without a text there have to be media, which are asked for next
      const isMended = typed === '' || chosenNetworks(draft, talk).some((each) => isThreadAlone(after, each));
      return isMended ? null : refusedByAll(after, 'post', talk);
    },
  });
  return withText(draft, text, null);
}

async function askForOne(draft: PostDraft, talk: PostTalk, platform: Platform): Promise<PostDraft> {
  const before = partFor(draft, platform).text;
  const text = await talk.prompts.longText({
    message: `What does it say on ${PLATFORMS[platform].name}?`,
    ...(before !== '' && { suggestion: before }),
    count: (typed) => roomWords(textRoom(withText(draft, typed, platform), platform)),
    check(typed) {
      const after = withText(draft, typed, platform);
      const faults = isThreadAlone(after, platform) ? [] : faultsAt(after, 'post', talk);
      return faults.find((fault) => fault.platform === platform)?.message ?? null;
    },
  });
  return withText(draft, text, platform);
}
