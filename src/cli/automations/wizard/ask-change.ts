import { Action } from '../../../service/actions.ts';
import type { NewAutomation } from '../../../service/endpoints/automations.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { Trigger } from '../../../service/triggers.ts';
import type { PromptChoice } from '../../prompts/prompts.ts';
import { describeAction, describeTrigger } from '../describe-automation.ts';
import { omitUndefined } from '../read-part-flags.ts';
import { ACTION_CHOICES, askAction } from './ask-action.ts';
import { askDescription, askName } from './ask-parts.ts';
import { askTrigger, TRIGGER_CHOICES } from './ask-trigger.ts';
import { findEntryFault, type WizardContext } from './wizard-context.ts';

/** Edits an automation and returns the new one. */
type AutomationEdit = (automation: NewAutomation, talk: WizardContext) => Promise<NewAutomation>;

/** Asks what to change about an automation, and for that part only. */
export async function askChange(automation: NewAutomation, talk: WizardContext): Promise<NewAutomation> {
  const around = { ...talk, triggers: automation.triggers };
  const change = await talk.prompts.choose<AutomationEdit>({
    message: 'What do you want to change?',
    choices: listEdits(automation),
  });
  return change(automation, around);
}

function listEdits({
  name = '',
  description,
  triggers,
  actions,
}: NewAutomation): readonly PromptChoice<AutomationEdit>[] {
  return [
    { value: rename, label: `Its name: ${name}` },
    {
      value: describe,
      label: description === undefined ? 'Add a description' : `Its description: ${description}`,
    },
    ...triggers.map((trigger, at) => ({
      value: changeTrigger(at),
      label: `When: ${describeTrigger(trigger)}`,
    })),
    ...(triggers.length < LIMITS.triggers.max ? [{ value: addTrigger, label: 'Add a trigger' }] : []),
    ...actions.map((action, at) => ({
      value: changeAction(at),
      label: `Then: ${getFirstLine(describeAction(action))}`,
    })),
    ...(actions.length < LIMITS.actions.max ? [{ value: addAction, label: 'Add an action' }] : []),
    { value: async (automation) => automation, label: 'Nothing, go back' },
  ];
}

const rename: AutomationEdit = async (automation, talk) => ({
  ...automation,
  name: await askName(automation, talk),
});

const describe: AutomationEdit = async (automation, talk) => ({
  ...automation,
  description: await askDescription(automation, talk),
});

const addTrigger: AutomationEdit = async (automation, talk) => ({
  ...automation,
  triggers: [...automation.triggers, await askNewTrigger(talk)],
});

const addAction: AutomationEdit = async (automation, talk) => ({
  ...automation,
  actions: [...automation.actions, await askNewAction(talk)],
});

function changeTrigger(at: number): AutomationEdit {
  return async (automation, talk) => {
    const { triggers } = automation;
    const before = triggers[at];
    if (before === undefined) return automation;
    const what = await askEdit({ kind: 'trigger', count: triggers.length, own: [EDIT, ANEW] }, talk);
    if (what === 'remove') return { ...automation, triggers: triggers.toSpliced(at, 1) };
    if (what === 'back') return automation;
    const after =
      what === 'anew' ? await askNewTrigger(talk) : await askTrigger(before.type, talk, { before });
    return { ...automation, triggers: triggers.with(at, after) };
  };
}

function changeAction(at: number): AutomationEdit {
  return async (automation, talk) => {
    const { actions } = automation;
    const before = actions[at];
    if (before === undefined) return automation;
    const own = [EDIT, OFTEN, ANEW];
    const what = await askEdit({ kind: 'action', count: actions.length, own }, talk);
    if (what === 'remove') return { ...automation, actions: actions.toSpliced(at, 1) };
    if (what === 'back') return automation;
    return { ...automation, actions: actions.with(at, await CHANGED[what](before, talk)) };
  };
}

const CHANGED = {
  edit: editAction,
  often: async (action: Action, talk: WizardContext) => ({
    ...action,
    dedupWindowMinutes: await askWindow(talk),
  }),
  anew: (_action: Action, talk: WizardContext) => askNewAction(talk),
} as const;

/** The dedup window of an action, and the callback of a DM, are kept. */
async function editAction(before: Action, talk: WizardContext): Promise<Action> {
  const asked = await askAction(before.type, talk, { before });
  const { dedupWindowMinutes } = before;
  const { messageUrl, timeoutMs } = before.type === 'send_dm' ? before : {};
  return Action.parse({ ...asked, ...omitUndefined({ dedupWindowMinutes, messageUrl, timeoutMs }) });
}

async function askNewTrigger(talk: WizardContext): Promise<Trigger> {
  const { prompts } = talk;
  return askTrigger(
    await prompts.choose({ message: 'What does it react to?', choices: TRIGGER_CHOICES }),
    talk,
  );
}

async function askNewAction(talk: WizardContext): Promise<Action> {
  const { prompts } = talk;
  return askAction(
    await prompts.choose({ message: 'What should it do then?', choices: ACTION_CHOICES }),
    talk,
  );
}

const EDIT = { value: 'edit', label: 'Edit it' } as const;
const OFTEN = { value: 'often', label: 'Change how often it can happen per person' } as const;
const ANEW = { value: 'anew', label: 'Replace it with another one' } as const;

interface EditQuestion<Value> {
  readonly kind: 'trigger' | 'action';
  /** Number of entries of this kind. */
  readonly count: number;
  readonly own: readonly PromptChoice<Value>[];
}

/** The only entry of its kind cannot be removed. */
function askEdit<Value>(
  { kind, count, own }: EditQuestion<Value>,
  { prompts }: WizardContext,
): Promise<Value | 'remove' | 'back'> {
  const isOnly = count === 1;
  const hint = isOnly ? `it is the only ${kind} and cannot be removed` : `one of ${count}`;
  return prompts.choose<Value | 'remove' | 'back'>({
    message: 'What do you want to do with it?',
    choices: [
      ...own.map((each) => ({ ...each, hint })),
      ...(isOnly ? [] : [{ value: 'remove', label: 'Remove it' } as const]),
      { value: 'back', label: 'Keep it' },
    ],
  });
}

function getFirstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

const { dedupWindowMinutes: WINDOW } = LIMITS;
const DAY_MINUTES = 24 * 60;
/** Value of the choice to type a number. */
const TYPED = null;

/** Asks for the dedup window of an action in minutes; 0 is none. */
async function askWindow({ prompts }: WizardContext): Promise<number> {
  const chosen = await prompts.choose<number | null>({
    message: 'How often can it happen per person?',
    choices: [
      {
        value: WINDOW.default,
        label: `Once in ${WINDOW.default / DAY_MINUTES} days`,
        hint: 'default',
      },
      { value: DAY_MINUTES, label: 'Once a day' },
      { value: WINDOW.min, label: 'Every time', hint: 'someone who comments twice gets it twice' },
      { value: TYPED, label: 'Another number of minutes' },
    ],
  });
  if (chosen !== TYPED) return chosen;
  return Number(await prompts.text({ message: 'Once in how many minutes?', check: findWindowFault }));
}

function findWindowFault(typed: string): string | null {
  const dedupWindowMinutes = /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
  return findEntryFault('actions', { type: 'fire_webhook', dedupWindowMinutes }, 'dedupWindowMinutes');
}
