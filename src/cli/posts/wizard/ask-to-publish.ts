import type { PostBody } from '../../../service/post-body.ts';
import { askPostChange } from './ask-post-change.ts';
import { describeTiming } from './ask-when.ts';
import { findDraftFaults } from './draft-faults.ts';
import { drawPost } from './draw-post.ts';
import { listChosenNetworks } from './list-chosen-networks.ts';
import type { PostDraft, PostWizardContext } from './post-draft.ts';
import { describeOutcome, isLiveAtOnce } from './post-outcome.ts';
import { toPost } from './to-post.ts';

/** Options from the command line. */
export interface PublishOptions {
  /** Confirmed by `--yes`. */
  readonly yes: boolean;
  /** The request is shown, and nothing is published. */
  readonly dryRun: boolean;
}

/** The final post and the decision. */
export interface PublishDecision {
  readonly post: PostBody;
  /** False if the user does not confirm. */
  readonly isConfirmed: boolean;
}

/** Shows previews and asks for changes until the user confirms or leaves. */
export async function askToPublish(
  draft: PostDraft,
  wizard: PostWizardContext,
  publishing: PublishOptions,
): Promise<PublishDecision> {
  for (let current = draft; ; current = await askPostChange(current, wizard)) {
    const post = toPost(current);
    await wizard.prompts.show(drawPost(current, wizard, describeOutcome(current, wizard, publishing)));
    const isPossible = !isRefused(current, wizard);
    if (publishing.yes && isPossible) return { post, isConfirmed: true };
    const next = await wizard.prompts.choose(buildQuestion(current, wizard, { ...publishing, isPossible }));
    if (next !== 'change') return { post, isConfirmed: next === 'publish' };
  }
}

/** Whether no network would publish any of it. */
function isRefused(draft: PostDraft, wizard: PostWizardContext): boolean {
  const faults = findDraftFaults(draft, wizard);
  const refused = new Set(faults.flatMap((each) => (each.effect === 'network' ? [each.platform] : [])));
  const networks = listChosenNetworks(draft, wizard);
  return faults.some(({ effect }) => effect === 'request') || networks.every((each) => refused.has(each));
}

const CHANGE = { value: 'change', label: 'Change something', hint: 'any part of the post' } as const;
const LEAVE = {
  value: 'leave',
  label: 'No, leave',
  hint: 'nothing is published; your answers are printed as a file',
} as const;

/** The default choice (Enter) never publishes immediately. */
function buildQuestion(
  draft: PostDraft,
  wizard: PostWizardContext,
  { dryRun, isPossible }: PublishOptions & { readonly isPossible: boolean },
) {
  if (!isPossible)
    return { message: 'It cannot be published like this. What next?', choices: [CHANGE, LEAVE] };
  const publish = (label: string) => ({ value: 'publish', label }) as const;
  if (dryRun) {
    const show = publish('Yes, show the request');
    return { message: 'Is this correct?', choices: [show, CHANGE, LEAVE] };
  }
  if (isLiveAtOnce(draft, wizard.now())) {
    return { message: 'Publish it now?', choices: [LEAVE, publish('Yes, publish it now'), CHANGE] };
  }
  const keep = publish(`Yes, ${describeTiming(draft, wizard)}`);
  return { message: 'Schedule it?', choices: [keep, CHANGE, LEAVE] };
}
