import { findAutomationFaults } from '../../../../domain/automations/automation-entries.ts';
import type { LooseRecord } from '../../../../domain/json/loose-record.ts';
import type { BodyFault } from '../../../../domain/requests/find-body-faults.ts';
import type { NewAutomation } from '../../../../service/endpoints/automations.ts';
import type { TextQuestion } from '../../../../world.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';
import type { DraftEdit, EditChoice, WizardPrompts } from '../../../framework/terminal/wizard/wizard.ts';
import type { PostEntry } from '../../posts/read-posts.ts';
import type { AutomationDraft } from '../draft-flags.ts';

export type TargetKind = 'post' | 'story';

/** The prompts of the wizard, with its lookups. */
export interface WizardContext extends WizardPrompts {
  /** What the command line contained. */
  given: AutomationDraft;
  /** The current time, in milliseconds since 1970. */
  now(): number;
  /** Finds the latest posts or stories of the account, newest first; an error is noted once. */
  findPosts(place: TargetKind): Promise<readonly PostEntry[]>;
  /** Finds the network's id of one of the service's posts; null when there is none. */
  networkId(id: string): Promise<string | null>;
}

/** The same for a trigger or action. */
export interface EntryContext extends WizardContext {
  /** Its triggers so far decide about the placeholders of messages. */
  automation: Pick<NewAutomation, 'triggers'>;
}

export type AutomationEdit = DraftEdit<NewAutomation, WizardContext>;

export type AutomationEditChoice = EditChoice<NewAutomation, WizardContext>;

/** What is known of a trigger or action before the questions. */
export interface EntryOptions {
  /** Valid fields, which are not asked for. */
  readonly known?: LooseRecord;
  /** Asks only for required fields: the entry was written by the user without the optional ones. */
  readonly onlyNeeded?: boolean;
  /** The previous entry, whose values are suggested. */
  readonly before?: LooseRecord;
  readonly hints?: MessageHints;
}

/** Suggestion and example for a message. */
export type MessageHints = Pick<TextQuestion, 'suggestion' | 'example'>;

export interface AskedField {
  name: string;
  isOptional?: boolean;
  /** Each answer is validated as by the service. @returns a falsy value for none */
  ask(
    owner: Required<Pick<EntryOptions, 'before' | 'hints'>> & { type: string },
    wizard: EntryContext,
  ): Promise<unknown>;
}

export async function askFields(
  fields: readonly AskedField[],
  { type, known = {}, onlyNeeded = false, before = {}, hints = {} }: EntryOptions & { type: string },
  wizard: EntryContext,
): Promise<LooseRecord> {
  const asked: Record<string, unknown> = {};
  for (const { name, isOptional = false, ask } of fields) {
    if (known[name] !== undefined || (isOptional && onlyNeeded)) continue;
    const value = await ask({ type, before, hints }, wizard);
    if (value) asked[name] = value;
  }
  return { type, ...known, ...asked };
}

/** A line of text in a trigger or action. */
export function buildTextField(
  list: EntryListName,
  name: string,
  { message, isOptional = false }: { message: string; isOptional?: boolean },
): AskedField {
  return {
    name,
    isOptional,
    ask: ({ type, before }, { prompts }) =>
      prompts.text({
        message,
        ...suggestBefore(before, name),
        check: (typed) =>
          isOptional && typed === '' ? null : findEntryFault(list, { type, [name]: typed }, name),
      }),
  };
}

/** The previous value, as a suggestion. */
export function suggestBefore(before: LooseRecord, field: string): { suggestion?: string } {
  const value = before[field];
  return typeof value === 'string' ? { suggestion: value } : {};
}

type EntryListName = 'triggers' | 'actions';

/**
 * Describes what is wrong with one field of a trigger or action; null when it is valid.
 *
 * @param entry with its type and the field; other fields are ignored
 */
export function findEntryFault(list: EntryListName, entry: LooseRecord, field: string): string | null {
  const faults = findAutomationFaults({ [list]: [entry] }, { kind: 'update' });
  return formatFirstFault(faults.filter(({ path }) => path[0] === list && path[2] === field));
}

export function findNameFault(name: string): string | null {
  return formatFirstFault(findAutomationFaults({ name }, { kind: 'update' }));
}

function formatFirstFault([first]: readonly BodyFault[]): string | null {
  if (first === undefined) return null;
  const { message, typed, choices = [] } = first;
  const advice = typed === undefined ? '' : suggestNearest(typed, choices).trim();
  return advice === '' ? message : `${message}; ${advice}`;
}
