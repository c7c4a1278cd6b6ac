import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import { findFaultsAt, findSharedFault } from './draft-faults.ts';
import { type CheckedPart, fixPart } from './fix-part.ts';
import { listChosenNetworks } from './list-chosen-networks.ts';
import { canBeThread, makeThread } from './make-thread.ts';
import { formatTightestUsage, formatUsage, measureText } from './measure-text.ts';
import { getCommonText, getPart, setText } from './own-part.ts';
import type { PostDraft, PostWizardContext } from './post-draft.ts';

/** Asks for the text, and how to shorten it where it is too long. */
export async function askText(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  return fixText(await TEXT.ask(draft, wizard, null), wizard);
}

/** Asks about a given text only where a network does not accept it. */
export function fixText(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  return fixPart(draft, wizard, TEXT);
}

/** The text of a post, validated for each network. */
export const TEXT: CheckedPart = {
  field: 'post',
  another: 'Another text',
  formatRefusal(draft, platform, message) {
    const words = isTooLong(draft, platform) ? `has ${formatUsage(measureText(draft, platform))}` : message;
    return `${PLATFORMS[platform].name}: the text ${words}`;
  },
  listFixes: (draft, platform) =>
    isThreadAlone(draft, platform)
      ? [
          {
            value: async (known) => makeThread(known, platform),
            label: 'The same text as a thread of several posts',
          },
        ]
      : [],
  ask: (draft, wizard, platform) =>
    platform === null ? askForAll(draft, wizard) : askForOne(draft, wizard, platform),
};

function isTooLong(draft: PostDraft, platform: Platform): boolean {
  const { used, most } = measureText(draft, platform);
  return most !== null && used > most;
}

/** Whether the text is too long for one post, but could be a thread. */
function isThreadAlone(draft: PostDraft, platform: Platform): boolean {
  return isTooLong(draft, platform) && canBeThread(draft, platform);
}

async function askForAll(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  const before = getCommonText(draft);
  const text = await wizard.prompts.longText({
    message: 'Text of the post?',
    ...(before !== '' && { suggestion: before }),
    count: (typed) => formatTightestUsage(setText(draft, typed, null), wizard),
    check(typed) {
      const after = setText(draft, typed, null);
      // without text, media are required, which are asked for next
      const isMended =
        typed === '' || listChosenNetworks(draft, wizard).some((each) => isThreadAlone(after, each));
      return isMended ? null : findSharedFault(after, 'post', wizard);
    },
  });
  return setText(draft, text, null);
}

async function askForOne(
  draft: PostDraft,
  wizard: PostWizardContext,
  platform: Platform,
): Promise<PostDraft> {
  const before = getPart(draft, platform).text;
  const text = await wizard.prompts.longText({
    message: `Text on ${PLATFORMS[platform].name}?`,
    ...(before !== '' && { suggestion: before }),
    count: (typed) => formatUsage(measureText(setText(draft, typed, platform), platform)),
    check(typed) {
      const after = setText(draft, typed, platform);
      const faults = isThreadAlone(after, platform) ? [] : findFaultsAt(after, 'post', wizard);
      return faults.find((fault) => fault.platform === platform)?.message ?? null;
    },
  });
  return setText(draft, text, platform);
}
