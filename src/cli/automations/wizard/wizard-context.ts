import { findAutomationFaults } from '../../../domain/automations/automation-entries.ts';
import type { LooseRecord } from '../../../domain/json/loose-record.ts';
import type { BodyFault } from '../../../domain/requests/find-body-faults.ts';
import type { NewAutomation } from '../../../service/endpoints/automations.ts';
import type { PostEntry } from '../../posts/read-posts.ts';
import { suggestNearest } from '../../shell/suggest-nearest.ts';
import type { DraftEdit, EditChoice, WizardPrompts } from '../../wizard/wizard.ts';
import type { AutomationDraft } from '../draft-flags.ts';

/** What an automation can listen to on the account. */
export type TargetKind = 'post' | 'story';

/** The prompts of the wizard, with its lookups. */
export interface WizardContext extends WizardPrompts {
  /** What the command line contained. */
  readonly given: AutomationDraft;
  /** The current time, in milliseconds since 1970. */
  now(): number;
  /** Finds the latest posts or stories of the account, newest first; an error is noted once. */
  findPosts(place: TargetKind): Promise<readonly PostEntry[]>;
  /** Finds the network's id of one of the service's posts; null when there is none. */
  networkId(id: string): Promise<string | null>;
}

/** The same for an action. */
export interface EntryContext extends WizardContext {
  /** Its triggers decide about the placeholders of messages. */
  readonly automation: Pick<NewAutomation, 'triggers'>;
}

/** Asks for one part of an automation. */
export type AutomationEdit = DraftEdit<NewAutomation, WizardContext>;

/** A part of an automation to change, as a choice. */
export type AutomationEditChoice = EditChoice<NewAutomation, WizardContext>;

/** What is known of a trigger or action before the questions. */
export interface EntryOptions {
  /** Valid fields, which are not asked for. */
  readonly known?: LooseRecord;
  /** Asks only for required fields: the entry was written by the user without the optional ones. */
  readonly onlyNeeded?: boolean;
  /** The previous entry, whose values are suggested. */
  readonly before?: LooseRecord;
}

/**
 * Describes what is wrong with one field of a trigger or action; null when it is valid.
 *
 * @param entry with its type and the field; other fields are ignored
 */
export function findEntryFault(
  list: 'triggers' | 'actions',
  entry: LooseRecord,
  field: string,
): string | null {
  const faults = findAutomationFaults({ [list]: [entry] }, { kind: 'update' });
  return formatFirstFault(faults.filter(({ path }) => path[0] === list && path[2] === field));
}

/** Describes what is wrong with the name of an automation; null when it is valid. */
export function findNameFault(name: string): string | null {
  return formatFirstFault(findAutomationFaults({ name }, { kind: 'update' }));
}

function formatFirstFault([first]: readonly BodyFault[]): string | null {
  if (first === undefined) return null;
  const { message, typed, choices = [] } = first;
  const advice = typed === undefined ? '' : suggestNearest(typed, choices).trim();
  return advice === '' ? message : `${message}; ${advice}`;
}
