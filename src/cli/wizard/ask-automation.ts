import type { Client } from '../../client/client.ts';
import type { NewAutomation } from '../../facts/automation.ts';
import { findAutomationFaults } from '../../rules/find-automation-faults.ts';
import { buildMissingError, filterMissing } from '../automations/build-missing-error.ts';
import type { AutomationDraft } from '../automations/draft.ts';
import type { CommandContext } from '../context.ts';
import type { Prompts } from '../prompts/prompts.ts';
import { accountPlaces } from './account-place.ts';
import { activeCap, refuseAtCap } from './active-cap.ts';
import { askParts } from './ask-parts.ts';
import { askToCreate, type Creation } from './ask-to-create.ts';
import { forWhom } from './for-whom.ts';
import { introduction } from './introduction.ts';
import { rivalFinder } from './rivals.ts';
import { unlessLeft } from './unless-left.ts';

/** Where and how an automation is asked for. */
export interface Asking extends Omit<Creation, 'rivals'> {
  /** Opened when somebody is there to be asked. */
  service(): Promise<Client>;
  readonly context: Pick<
    CommandContext,
    'prompts' | 'choose' | 'sandbox' | 'note' | 'progress' | 'signal' | 'onEnd' | 'now' | 'programName'
  >;
}

/** What a person answered. */
export interface Asked {
  /** The service takes it; nothing was sent to create it. */
  readonly automation: NewAutomation;
  /** False when the person left after all. */
  readonly isWanted: boolean;
}

/**
 * Asks a person for all that a draft does not say, shows what will be, and asks whether to create it.
 *
 * @param draft has no faults but that something is missing
 * @throws CrierError of kind usage when nobody is there to be asked, and when the answers end; with the code 470 or 471
 * when nothing could be created anyway
 */
export async function askAutomation(draft: AutomationDraft, asking: Asking): Promise<Asked> {
  const prompts = await asking.context.prompts();
  if (prompts === null)
    throw buildMissingError(filterMissing(findAutomationFaults(draft, { kind: 'new' }), draft), draft);
  return unlessLeft(NOTHING, asking.context, () => converse(prompts, draft, asking));
}

const NOTHING = 'nothing was created';

async function converse(
  prompts: Prompts,
  draft: AutomationDraft,
  { service, context, ...creation }: Asking,
): Promise<Asked> {
  const client = await service();
  const { choice } = await context.choose();
  const whom = await forWhom(client, choice);
  const cap = await activeCap(client, context);
  if (!creation.dryRun) refuseAtCap(cap, context.programName);
  await prompts.show(introduction(whom, cap));
  const talk = { prompts, now: context.now, ...accountPlaces(client, context.note), triggers: [] };
  const automation = await askParts(draft, talk);
  const { progress, note } = context;
  const rivals = rivalFinder(cap.active, { client, progress, note });
  return askToCreate(automation, talk, { ...creation, rivals });
}
