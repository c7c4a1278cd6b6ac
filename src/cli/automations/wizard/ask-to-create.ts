import type { NewAutomation } from '../../../service/endpoints/automation.ts';
import type { AskedAutomation } from './ask-automation.ts';
import { askChange } from './ask-change.ts';
import { drawAutomation } from './draw-automation.ts';
import type { FindConflicts } from './find-conflicts.ts';
import { readKnownPosts } from './lookups.ts';
import { listReviewNotes } from './review-notes.ts';
import type { WizardContext } from './wizard-context.ts';

/** Options for creating the automation. */
export interface CreationOptions {
  readonly findConflicts: FindConflicts;
  /** Whether to pause it right after its creation. */
  readonly paused: boolean;
  /** `--yes`: skips the question. */
  readonly yes: boolean;
  /** `--dry-run`: shows the request instead. */
  readonly dryRun: boolean;
}

/** Shows the automation, and lets the user create it, change it or leave. */
export async function askToCreate(
  automation: NewAutomation,
  talk: WizardContext,
  creation: CreationOptions,
): Promise<AskedAutomation> {
  const { prompts, now } = talk;
  for (let wanted = automation; ; wanted = await askChange(wanted, talk)) {
    const notes = listReviewNotes(wanted, await creation.findConflicts(wanted));
    const posts = await readKnownPosts(wanted, talk);
    const outcome = describeOutcome(creation);
    await prompts.show(drawAutomation(wanted, { posts, notes, outcome, now: now() }));
    if (creation.yes) return { automation: wanted, isConfirmed: true };
    const next = await prompts.choose(buildQuestion(creation));
    if (next !== 'change') return { automation: wanted, isConfirmed: next === 'create' };
  }
}

function describeOutcome({ paused, dryRun }: CreationOptions): string {
  if (dryRun) return 'Nothing is created: the request is only shown.';
  return paused
    ? 'It goes live when it is created, and is paused at once.'
    : 'It goes live as soon as it is created.';
}

function buildQuestion({ paused, dryRun }: CreationOptions) {
  const yes = dryRun
    ? { label: 'Yes, show the request', hint: 'nothing is sent' }
    : { label: 'Yes, create it', hint: paused ? 'and pause it at once' : 'it goes live at once' };
  return {
    message: dryRun ? 'Is this correct?' : 'Create it?',
    choices: [
      { value: 'create', ...yes },
      { value: 'change', label: 'Change something first', hint: 'any part of it' },
      { value: 'leave', label: 'No, leave', hint: 'nothing is created; your answers are printed as YAML' },
    ],
  } as const;
}
