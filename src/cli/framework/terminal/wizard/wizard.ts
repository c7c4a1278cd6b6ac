import { CrierError, createUsageError } from '../../../../errors.ts';
import type { ChoiceQuestion, PromptChoice, PromptDrawing, Prompts } from '../../../../world.ts';
import { EndOfAnswers } from '../prompts.ts';
import { drawIntroduction } from './drawings.ts';

/** What every wizard with a review needs. */
export interface WizardPrompts {
  readonly prompts: Prompts;
}

/** Changes a draft, usually by asking. */
export type DraftEdit<Draft, Context> = (draft: Draft, context: Context) => Promise<Draft>;

export type EditChoice<Draft, Context> = PromptChoice<DraftEdit<Draft, Context>>;

/** How much of a step is asked for: everything, only what the rest of the draft requires, or nothing. */
export type StepExtent = 'all' | 'required' | 'none';

/** One row of a wizard: a part of the draft. */
export interface WizardStep<Draft, Context> {
  /** How much is asked for in the first pass (default: all). */
  extent?(draft: Draft, context: Context): StepExtent;
  /**
   * Asks for the part (default: it is only changed on request).
   *
   * @returns the draft with the answer; null when the user cannot be asked, which ends the questions
   */
  ask?(draft: Draft, context: Context): Promise<Draft | null>;
  /** Asks only for what is required; also after each change of another part. */
  askRequired?(draft: Draft, context: Context): Promise<Draft>;
  /** Checks the part, given or answered, before the next step. @throws CrierError when it is invalid */
  check?(draft: Draft, context: Context): void;
  /** Lists the part, as it is, among those that the user can go back to. */
  listEdits?(draft: Draft, context: Context): readonly EditChoice<Draft, Context>[];
}

/** Steps by name, in the order of the questions. */
export type WizardSteps<Draft, Context> = Readonly<Record<string, WizardStep<Draft, Context>>>;

/** The user's answer to a review. */
export type ReviewDecision = 'confirm' | 'change' | 'leave';

/** The preview of a draft, and the question below it. */
export interface WizardReview {
  readonly preview: PromptDrawing;
  /** Without `confirm` when the draft would be refused. */
  readonly question: ChoiceQuestion<ReviewDecision>;
}

/** A wizard whose result the user reviews before anything is sent. */
export interface ReviewedWizard<Draft, Context> {
  title: string;
  steps: WizardSteps<Draft, Context>;
  review(draft: Draft, context: Context): Promise<WizardReview>;
  /** Label of the choice to change nothing. */
  keepLabel: string;
}

export interface WizardResult<Draft> {
  readonly draft: Draft;
  /** False when the user chose to leave. */
  readonly isConfirmed: boolean;
}

/** Asks the steps from top to bottom, until one cannot be asked. */
export async function askSteps<Draft, Context>(
  steps: WizardSteps<Draft, Context>,
  draft: Draft,
  context: Context,
): Promise<Draft> {
  let known = draft;
  for (const step of Object.values(steps)) {
    const extent = step.extent?.(known, context) ?? 'all';
    const ask = { all: step.ask, required: step.askRequired, none: undefined }[extent];
    const answered = ask === undefined ? known : await ask(known, context);
    if (answered === null) return known;
    known = answered;
    step.check?.(known, context);
  }
  return known;
}

/**
 * Asks the steps, then shows previews and asks for changes until the user confirms or leaves.
 *
 * @param options paragraphs before the first question, and `--yes`: confirmed without a question, where that is possible
 */
export async function runReviewedWizard<Draft, Context extends WizardPrompts>(
  wizard: ReviewedWizard<Draft, Context>,
  {
    draft,
    context,
    introduction,
    yes,
  }: { draft: Draft; context: Context; introduction: readonly string[]; yes: boolean },
): Promise<WizardResult<Draft>> {
  const { prompts } = context;
  await prompts.show(drawIntroduction(wizard.title, introduction));
  let known = await askSteps(wizard.steps, draft, context);
  for (;;) {
    const { preview, question } = await wizard.review(known, context);
    await prompts.show(preview);
    if (yes && question.choices.some(({ value }) => value === 'confirm'))
      return { draft: known, isConfirmed: true };
    const decision = await prompts.choose(question);
    if (decision !== 'change') return { draft: known, isConfirmed: decision === 'confirm' };
    known = await askChange(wizard, known, context);
  }
}

/** Goes back to one step, then asks for what its change requires. */
async function askChange<Draft, Context extends WizardPrompts>(
  { steps, keepLabel }: ReviewedWizard<Draft, Context>,
  draft: Draft,
  context: Context,
): Promise<Draft> {
  const rows = Object.values(steps);
  const edits = rows.flatMap((step) => step.listEdits?.(draft, context) ?? []);
  let known = await buildMenu('What do you want to change?', edits, keepLabel)(draft, context);
  for (const { askRequired } of rows) known = (await askRequired?.(known, context)) ?? known;
  return known;
}

/** Asks which of several edits to make, and makes it. @param keepLabel of a choice that changes nothing */
export function buildMenu<Draft, Context extends WizardPrompts>(
  message: string,
  edits: readonly EditChoice<Draft, Context>[],
  keepLabel?: string,
): DraftEdit<Draft, Context> {
  const keep = keepLabel === undefined ? [] : [{ value: async (draft: Draft) => draft, label: keepLabel }];
  const choices = [...edits, ...keep];
  return async (draft, context) => (await context.prompts.choose({ message, choices }))(draft, context);
}

/** Offers edits until the user declines, or there are none. */
export function buildRepeatedMenu<Draft, Context extends WizardPrompts>(
  message: string,
  list: (draft: Draft, context: Context) => readonly EditChoice<Draft, Context>[],
): DraftEdit<Draft, Context> {
  const enough: PromptChoice<null> = { value: null, label: 'No, continue' };
  return async (draft, context) => {
    for (let known = draft; ; ) {
      const edits = list(known, context);
      if (edits.length === 0) return known;
      const choices = [enough, ...edits];
      const edit = await context.prompts.choose<DraftEdit<Draft, Context> | null>({ message, choices });
      if (edit === null) return known;
      known = await edit(known, context);
    }
  };
}

/**
 * Runs prompts; when the user leaves, notes what was not done.
 *
 * @param nothing such as `nothing was created`
 * @throws CrierError of kind usage at the end of input
 */
export async function runInteraction<Value>(
  nothing: string,
  io: {
    signal: AbortSignal;
    note(sentence: string): Promise<void>;
    onEnd(close: () => Promise<void>): void;
  },
  interact: () => Promise<Value>,
): Promise<Value> {
  try {
    return await interact();
  } catch (error) {
    if (error instanceof EndOfAnswers)
      throw createUsageError(nothing, 'run the command again and answer the questions');
    // a signal has already ended the run with its own message
    if (io.signal.aborted) io.onEnd(() => io.note(nothing));
    else if (error instanceof CrierError && error.kind === 'interrupted') {
      throw new CrierError(error.kind, `${error.message}, ${nothing}`);
    }
    throw error;
  }
}
