import { createAutomationName } from '../../../../domain/automations/automation-entries.ts';
import { describeAction, describeTrigger } from '../../../../domain/automations/describe-automation.ts';
import { isRecord } from '../../../../domain/json/loose-record.ts';
import type { Action, ActionType } from '../../../../service/actions.ts';
import type { NewAutomation } from '../../../../service/endpoints/automations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import type { Trigger, TriggerType } from '../../../../service/triggers.ts';
import type { PromptChoice } from '../../../../world.ts';
import {
  buildMenu,
  buildRepeatedMenu,
  type WizardStep,
  type WizardSteps,
} from '../../../framework/terminal/wizard/wizard.ts';
import { ACTION_CHOICES, askAction, askWindow, editAction } from './ask-action.ts';
import { askTrigger, TRIGGER_CHOICES } from './ask-trigger.ts';
import {
  type AutomationEdit,
  type AutomationEditChoice,
  type EntryContext,
  type EntryOptions,
  findNameFault,
  type MessageHints,
  type WizardContext,
} from './wizard-context.ts';

type AutomationStep = WizardStep<NewAutomation, WizardContext>;

interface EntryList<Type extends string, Entry> {
  member: 'triggers' | 'actions';
  /** With its article: `a trigger`. */
  noun: string;
  /** Start of the choice of an entry: `When`. */
  label: string;
  /** The question for the first, and for each one after it. */
  first: string;
  next: string;
  most: number;
  types: readonly PromptChoice<Type>[];
  get(automation: NewAutomation): readonly Entry[];
  set(automation: NewAutomation, entries: Entry[]): NewAutomation;
  ask(type: Type, wizard: EntryContext, known?: EntryOptions): Promise<Entry>;
  describe(entry: Entry): string;
  /** Ways to change an entry, other than replacing it. */
  edits: readonly PromptChoice<EntryEdit<Entry>>[];
}

type EntryEdit<Entry> = (before: Entry, wizard: EntryContext) => Promise<Entry>;

function buildEntryStep<Type extends string, Entry>(list: EntryList<Type, Entry>): AutomationStep {
  const add =
    (type: Type): AutomationEdit =>
    async (automation, wizard) =>
      list.set(automation, [...list.get(automation), await list.ask(type, { ...wizard, automation })]);
  const types = list.types.map((choice) => ({ ...choice, value: add(choice.value) }));
  const askFirst = buildMenu(list.first, types);
  const askMore = buildRepeatedMenu<NewAutomation, WizardContext>(list.next, (automation) =>
    list.get(automation).length < list.most ? types : [],
  );
  return {
    extent: (automation) => (list.get(automation).length === 0 ? 'all' : 'none'),
    async ask(automation, wizard) {
      const given = wizard.given[list.member];
      if (given === undefined) return askMore(await askFirst(automation, wizard), wizard);
      return list.set(automation, await completeEntries(given, list, { ...wizard, automation }));
    },
    listEdits: (automation) => [
      ...list.get(automation).map((entry, at, { length: count }) => ({
        value: buildEntryMenu(list, { entry, at, count }),
        label: `${list.label}: ${list.describe(entry)}`,
      })),
      ...(list.get(automation).length < list.most ? [{ value: askFirst, label: `Add ${list.noun}` }] : []),
    ],
  };
}

async function completeEntries<Type extends string, Entry>(
  entries: readonly unknown[],
  { types, ask }: EntryList<Type, Entry>,
  wizard: EntryContext,
): Promise<Entry[]> {
  const whole: Entry[] = [];
  for (const known of entries) {
    const type = types.find(({ value }) => isRecord(known) && known['type'] === value)?.value;
    if (!isRecord(known) || type === undefined) throw new Error('cannot complete an invalid draft');
    whole.push(await ask(type, wizard, { known, onlyNeeded: true }));
  }
  return whole;
}

/** Asks what to do with an entry; the only one of its kind cannot be removed. */
function buildEntryMenu<Type extends string, Entry>(
  list: EntryList<Type, Entry>,
  { entry, at, count }: { entry: Entry; at: number; count: number },
): AutomationEdit {
  const [, noun] = list.noun.split(' ');
  const hint = count === 1 ? `it is the only ${noun} and cannot be removed` : `one of ${count}`;
  const replace: EntryEdit<Entry> = async (_before, wizard) =>
    list.ask(await wizard.prompts.choose({ message: list.first, choices: list.types }), wizard);
  const edits = [...list.edits, { value: replace, label: 'Replace it with another one' }];
  const remove: AutomationEditChoice = {
    value: async (automation) => list.set(automation, list.get(automation).toSpliced(at, 1)),
    label: 'Remove it',
  };
  return buildMenu(
    'What do you want to do with it?',
    [
      ...edits.map(
        ({ value: edit, label }): AutomationEditChoice => ({
          async value(automation, wizard) {
            const after = await edit(entry, { ...wizard, automation });
            return list.set(automation, list.get(automation).with(at, after));
          },
          label,
          hint,
        }),
      ),
      ...(count === 1 ? [] : [remove]),
    ],
    'Keep it',
  );
}

const TRIGGERS: EntryList<TriggerType, Trigger> = {
  member: 'triggers',
  noun: 'a trigger',
  label: 'When',
  first: 'What does it react to?',
  next: 'React to anything else?',
  most: LIMITS.triggers.max,
  types: TRIGGER_CHOICES,
  get: ({ triggers }) => triggers,
  set: (automation, triggers) => ({ ...automation, triggers }),
  ask: askTrigger,
  describe: describeTrigger,
  edits: [{ value: (before, wizard) => askTrigger(before.type, wizard, { before }), label: 'Edit it' }],
};

const ACTIONS: EntryList<ActionType, Action> = {
  member: 'actions',
  noun: 'an action',
  label: 'Then',
  first: 'What should it do then?',
  next: 'Do anything else?',
  most: LIMITS.actions.max,
  types: ACTION_CHOICES,
  get: ({ actions }) => actions,
  set: (automation, actions) => ({ ...automation, actions }),
  ask: askAction,
  describe: (action) => describeAction(action).split('\n', 1)[0] ?? '',
  edits: [
    { value: editAction, label: 'Edit it' },
    { value: askWindow, label: 'Change how often it can happen per person' },
  ],
};

/** Asks for a trigger and a DM. @param hints for the message */
function buildTemplate(type: TriggerType, hints: MessageHints): AutomationEdit {
  return async (before, wizard) => {
    const trigger = await askTrigger(type, { ...wizard, automation: before });
    const automation = { ...before, triggers: [trigger] };
    return { ...automation, actions: [await askAction('send_dm', { ...wizard, automation }, { hints })] };
  };
}

const TEMPLATES: readonly AutomationEditChoice[] = [
  {
    value: buildTemplate('comment_keyword', { example: 'Here is the guide you asked for: https://…' }),
    label: 'Answer a comment with a DM',
    hint: 'someone comments a word, such as GUIDE, and gets a message',
  },
  {
    // events of story replies have no handle
    value: buildTemplate('story_reply', { suggestion: 'Thank you for your reply, it made our day!' }),
    label: 'Thank people for replies to a story',
    hint: 'someone replies to a story, and gets a thank-you',
  },
  {
    value: buildTemplate('dm_keyword', {
      example: 'Write HOURS for when we are open, BEANS for what we roast.',
    }),
    label: 'Answer a keyword in a DM',
    hint: 'someone writes a word, such as MENU, and gets the answer',
  },
  {
    // the next steps ask for everything
    value: async (automation) => automation,
    label: 'Start from scratch',
    hint: `any trigger and any action, up to ${LIMITS.triggers.max} of each`,
  },
];

/** Asks for the name; suggests the current one, or one derived from the triggers. */
const askName: AutomationEdit = async ({ platform, name: before, ...rest }, { prompts }) => {
  const suggestion = before ?? createAutomationName(rest.triggers);
  const name = await prompts.text({ message: 'What is its name?', suggestion, check: findNameFault });
  return { platform, name, ...rest };
};

/** Asks for a description; suggests the current one. */
const askDescription: AutomationEdit = async (automation, { prompts }) => ({
  ...automation,
  description: await prompts.text({
    message: 'What is it for?',
    ...(automation.description !== undefined && { suggestion: automation.description }),
    check: () => null,
  }),
});

/** The parts of an automation, in the order of the questions. */
export const AUTOMATION_STEPS: WizardSteps<NewAutomation, WizardContext> = {
  heading: {
    listEdits: ({ name = '', description }) => [
      { value: askName, label: `Its name: ${name}` },
      {
        value: askDescription,
        label: description === undefined ? 'Add a description' : `Its description: ${description}`,
      },
    ],
  },
  template: {
    extent: (_automation, { given }) => ((given.triggers ?? given.actions) === undefined ? 'all' : 'none'),
    ask: buildMenu('What should it do?', TEMPLATES),
  },
  triggers: buildEntryStep(TRIGGERS),
  actions: buildEntryStep(ACTIONS),
  name: { extent: ({ name }) => (name === undefined ? 'all' : 'none'), ask: askName },
};
