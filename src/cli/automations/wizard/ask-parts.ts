import { createAutomationName } from '../../../domain/automations/automation-entries.ts';
import { isRecord } from '../../../domain/json/loose-record.ts';
import { ACTIONS, type Action, type ActionType } from '../../../service/actions.ts';
import { AUTOMATION_PLATFORM, type NewAutomation } from '../../../service/endpoints/automations.ts';
import { LIMITS } from '../../../service/limits.ts';
import { TRIGGERS, type Trigger, type TriggerType } from '../../../service/triggers.ts';
import type { PromptChoice } from '../../prompts/prompts.ts';
import type { AutomationDraft } from '../draft-flags.ts';
import { ACTION_CHOICES, type ActionOptions, askAction } from './ask-action.ts';
import type { MessageHints } from './ask-message.ts';
import { askTrigger, TRIGGER_CHOICES } from './ask-trigger.ts';
import { type EntryOptions, findNameFault, type WizardContext } from './wizard-context.ts';

/** Asks for everything that a draft lacks: trigger, action, name. */
export async function askParts(draft: AutomationDraft, talk: WizardContext): Promise<NewAutomation> {
  const { description } = draft;
  const isNew = draft.triggers === undefined && draft.actions === undefined;
  const start = isNew ? await askStart(talk) : FROM_NOTHING;
  const triggers = await askTriggers(draft, start, talk);
  const actions = await askActions(draft, start, { ...talk, triggers });
  const name = draft.name ?? (await askName({ triggers }, talk));
  return {
    platform: AUTOMATION_PLATFORM,
    name,
    ...(description !== undefined && { description }),
    triggers,
    actions,
  };
}

function askStart({ prompts }: WizardContext): Promise<WizardStart> {
  return prompts.choose({
    message: 'What should it do?',
    choices: STARTS.map((start) => ({ value: start, label: start.label, hint: start.hint })),
  });
}

async function askTriggers(
  draft: AutomationDraft,
  { trigger }: WizardStart,
  talk: WizardContext,
): Promise<Trigger[]> {
  const ask = (type: TriggerType, wanted?: EntryOptions) => askTrigger(type, talk, wanted);
  if (draft.triggers !== undefined) return completeEntries(draft.triggers, TRIGGERS, ask);
  if (trigger !== null) return [await ask(trigger)];
  return askSeveral(talk, ask, {
    choices: TRIGGER_CHOICES,
    first: 'What does it react to?',
    next: 'React to anything else?',
    most: LIMITS.triggers.max,
  });
}

async function askActions(
  draft: AutomationDraft,
  { action, hints = {} }: WizardStart,
  talk: WizardContext,
): Promise<Action[]> {
  const ask = (type: ActionType, wanted?: ActionOptions) => askAction(type, talk, wanted);
  if (draft.actions !== undefined) return completeEntries(draft.actions, ACTIONS, ask);
  if (action !== null) return [await ask(action, { hints })];
  return askSeveral(talk, ask, {
    choices: ACTION_CHOICES,
    first: 'What should it do then?',
    next: 'Do anything else?',
    most: LIMITS.actions.max,
  });
}

/** Questions for a list of entries. */
interface RepeatedQuestion<Type> {
  readonly choices: readonly PromptChoice<Type>[];
  /** The question for the first, and for each one after it. */
  readonly first: string;
  readonly next: string;
  readonly most: number;
}

async function askSeveral<Type, Entry>(
  { prompts }: WizardContext,
  ask: (type: Type) => Promise<Entry>,
  { choices, first, next, most }: RepeatedQuestion<Type>,
): Promise<Entry[]> {
  const entries = [await ask(await prompts.choose({ message: first, choices }))];
  const enough: PromptChoice<Type | null> = { value: null, label: 'No, continue' };
  while (entries.length < most) {
    const type = await prompts.choose<Type | null>({ message: next, choices: [enough, ...choices] });
    if (type === null) break;
    entries.push(await ask(type));
  }
  return entries;
}

/** Asks for the missing fields of each entry. */
async function completeEntries<Type extends string, Entry>(
  entries: readonly unknown[],
  types: Readonly<Record<Type, unknown>>,
  ask: (type: Type, wanted: EntryOptions) => Promise<Entry>,
): Promise<Entry[]> {
  const isType = (name: unknown): name is Type => typeof name === 'string' && Object.hasOwn(types, name);
  const whole: Entry[] = [];
  for (const entry of entries) {
    if (!isRecord(entry) || !isType(entry['type'])) throw new Error('cannot complete an invalid draft');
    whole.push(await ask(entry['type'], { known: entry, onlyNeeded: true }));
  }
  return whole;
}

/** A template for common automations. */
interface WizardStart {
  readonly label: string;
  readonly hint: string;
  /** Null to ask for it. */
  readonly trigger: TriggerType | null;
  readonly action: ActionType | null;
  /** Suggestion or example for the message. */
  readonly hints?: MessageHints;
}

/** Asks for everything. */
const FROM_NOTHING: WizardStart = {
  label: 'Start from scratch',
  hint: `any trigger and any action, up to ${LIMITS.triggers.max} of each`,
  trigger: null,
  action: null,
};

const STARTS: readonly WizardStart[] = [
  {
    label: 'Answer a comment with a DM',
    hint: 'someone comments a word, such as GUIDE, and gets a message',
    trigger: 'comment_keyword',
    action: 'send_dm',
    hints: { example: 'Here is the guide you asked for: https://…' },
  },
  {
    label: 'Thank people for replies to a story',
    hint: 'someone replies to a story, and gets a thank-you',
    trigger: 'story_reply',
    action: 'send_dm',
    // events of story replies have no handle
    hints: { suggestion: 'Thank you for your reply, it made our day!' },
  },
  {
    label: 'Answer a keyword in a DM',
    hint: 'someone writes a word, such as MENU, and gets the answer',
    trigger: 'dm_keyword',
    action: 'send_dm',
    hints: { example: 'Write HOURS for when we are open, BEANS for what we roast.' },
  },
  FROM_NOTHING,
];

/** Asks for the name of an automation; suggests the current one, or one derived from its triggers. */
export function askName(
  { name, triggers }: Pick<NewAutomation, 'name' | 'triggers'>,
  { prompts }: WizardContext,
): Promise<string> {
  return prompts.text({
    message: 'What is its name?',
    suggestion: name ?? createAutomationName(triggers),
    check: findNameFault,
  });
}

/** Asks for a description; suggests the current one. */
export function askDescription({ description }: NewAutomation, { prompts }: WizardContext): Promise<string> {
  return prompts.text({
    message: 'What is it for?',
    ...(description !== undefined && { suggestion: description }),
    check: () => null,
  });
}
