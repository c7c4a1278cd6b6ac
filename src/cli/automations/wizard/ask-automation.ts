import type { Client } from '../../../client/client.ts';
import { findAutomationFaults } from '../../../domain/automations/find-automation-faults.ts';
import type { NewAutomation } from '../../../service/endpoints/automation.ts';
import type { CommandContext } from '../../context/context.ts';
import type { Prompts } from '../../prompts/prompts.ts';
import { describeOwner } from '../../wizard/describe-owner.ts';
import { runInteraction } from '../../wizard/run-interaction.ts';
import { buildMissingError, filterMissing } from '../build-missing-error.ts';
import type { AutomationDraft } from '../draft.ts';
import { createAccountLookup } from './account-lookup.ts';
import { readActiveCap, refuseAtCap } from './active-cap.ts';
import { askParts } from './ask-parts.ts';
import { askToCreate, type CreationOptions } from './ask-to-create.ts';
import { createConflictFinder } from './find-conflicts.ts';
import { drawIntroduction } from './introduction.ts';

/** Options for asking for an automation. */
export interface AskAutomationOptions extends Omit<CreationOptions, 'findConflicts'> {
  /** Opened only when the command may prompt. */
  service(): Promise<Client>;
  readonly context: Pick<
    CommandContext,
    'prompts' | 'choose' | 'sandbox' | 'note' | 'progress' | 'signal' | 'onEnd' | 'now' | 'programName'
  >;
}

/** The user's answer. */
export interface AskedAutomation {
  /** Valid for the service; not yet created. */
  readonly automation: NewAutomation;
  /** False when the user chose not to create it. */
  readonly isConfirmed: boolean;
}

/**
 * Asks for everything that a draft lacks, shows the automation, and asks whether to create it.
 *
 * @param draft valid, but possibly incomplete
 * @throws CrierError of kind usage when the command may not prompt, or at the end of input; with the code 470
 *   or 471 when nothing could be created anyway
 */
export async function askAutomation(
  draft: AutomationDraft,
  asking: AskAutomationOptions,
): Promise<AskedAutomation> {
  const prompts = await asking.context.prompts();
  if (prompts === null)
    throw buildMissingError(filterMissing(findAutomationFaults(draft, { kind: 'new' }), draft), draft);
  return runInteraction(NOTHING, asking.context, () => runQuestions(prompts, draft, asking));
}

const NOTHING = 'nothing was created';

async function runQuestions(
  prompts: Prompts,
  draft: AutomationDraft,
  { service, context, ...creation }: AskAutomationOptions,
): Promise<AskedAutomation> {
  const client = await service();
  const { choice } = await context.choose();
  const whom = await describeOwner(client, choice);
  const cap = await readActiveCap(client, context);
  if (!creation.dryRun) refuseAtCap(cap, context.programName);
  await prompts.show(drawIntroduction(whom, cap));
  const talk = { prompts, now: context.now, ...createAccountLookup(client, context.note), triggers: [] };
  const automation = await askParts(draft, talk);
  const { progress, note } = context;
  const rivals = createConflictFinder(cap.active, { client, progress, note });
  return askToCreate(automation, talk, { ...creation, findConflicts: rivals });
}
