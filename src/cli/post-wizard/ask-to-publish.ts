import type { PostBody } from '../../facts/post-body.ts';
import { askPostChange } from './ask-post-change.ts';
import { whenWords } from './ask-when.ts';
import { chosenNetworks } from './chosen-networks.ts';
import { draftFaults } from './draft-faults.ts';
import { postDrawing } from './post-drawing.ts';
import { isLiveAtOnce, outcomeSentence } from './post-outcome.ts';
import type { PostDraft, PostTalk } from './post-talk.ts';
import { wholeDraft } from './whole-draft.ts';

/** What was said beforehand. */
export interface Publishing {
  /** The question was answered. */
  readonly yes: boolean;
  /** Nothing is published: the request is shown. */
  readonly dryRun: boolean;
}

/** A post as a person wants it. */
export interface WantedPost {
  readonly post: PostBody;
  /** False when the person left after all. */
  readonly isWanted: boolean;
}

/** Shows what will be, and asks until the person wants exactly that, or leaves. */
export async function askToPublish(
  draft: PostDraft,
  talk: PostTalk,
  publishing: Publishing,
): Promise<WantedPost> {
  for (let wanted = draft; ; wanted = await askPostChange(wanted, talk)) {
    const post = wholeDraft(wanted);
    await talk.prompts.show(postDrawing(wanted, talk, outcomeSentence(wanted, talk, publishing)));
    const isPossible = !isRefused(wanted, talk);
    if (publishing.yes && isPossible) return { post, isWanted: true };
    const next = await talk.prompts.choose(questionOf(wanted, talk, { ...publishing, isPossible }));
    if (next !== 'change') return { post, isWanted: next === 'publish' };
  }
}

/** Whether nothing of it would be published anywhere. */
function isRefused(draft: PostDraft, talk: PostTalk): boolean {
  const faults = draftFaults(draft, talk);
  const refused = new Set(faults.flatMap((each) => (each.effect === 'network' ? [each.platform] : [])));
  const networks = chosenNetworks(draft, talk);
  return faults.some(({ effect }) => effect === 'request') || networks.every((each) => refused.has(each));
}

const CHANGE = { value: 'change', label: 'Change something first', hint: 'any part of it' } as const;
const LEAVE = {
  value: 'leave',
  label: 'No, leave',
  hint: 'nothing is published; your answers are printed as a file',
} as const;

/** What is taken by Enter alone publishes nothing at once. */
function questionOf(
  draft: PostDraft,
  talk: PostTalk,
  { dryRun, isPossible }: Publishing & { readonly isPossible: boolean },
) {
  if (!isPossible) return { message: 'It cannot be published so. What now?', choices: [CHANGE, LEAVE] };
  const publish = (label: string) => ({ value: 'publish', label }) as const;
  if (dryRun) {
    const show = publish('Yes, show the request');
    return { message: 'Is it as you want it?', choices: [show, CHANGE, LEAVE] };
  }
  if (isLiveAtOnce(draft, talk.now())) {
    return { message: 'Publish it now?', choices: [LEAVE, publish('Yes, publish it now'), CHANGE] };
  }
  const keep = publish(`Yes, ${whenWords(draft, talk)}`);
  return { message: 'Hand it over?', choices: [keep, CHANGE, LEAVE] };
}
