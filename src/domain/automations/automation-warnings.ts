import { ACTIONS, PLACEHOLDER, PLACEHOLDERS, type PlaceholderName } from '../../service/actions.ts';
import { AUTOMATION_PLATFORM, PLATFORMS } from '../../service/platforms.ts';
import { ALL } from '../../service/triggers.ts';
import { getField } from '../json/loose-record.ts';
import { joinWithAnd } from '../text/lists-and-counts.ts';
import { describeLengthRefusal } from '../text/reply-lengths.ts';
import { findTextSuspicions } from '../text/suspect-text.ts';
import { readEntries } from './automation-entries.ts';
import type { Warning } from './keyword-warnings.ts';
import { findTriggerRules } from './triggers/rules-by-type.ts';

/**
 * Finds parts of an automation that are valid but have no effect, or are deprecated, in document order.
 *
 * @param body the flat form; of an invalid one, the readable parts are checked
 * @see docs/service/automations.md#AUT-04, #story-comment
 */
export function findAutomationWarnings(body: unknown): readonly Warning[] {
  const triggers = readEntries(body, 'triggers');
  return [
    ...triggers.flatMap((trigger, at) => findTriggerWarnings(trigger).map(prefixPath('triggers', at))),
    ...readEntries(body, 'actions').flatMap((action, at, actions) =>
      findActionWarnings(action, { triggers, before: actions.slice(0, at) }).map(prefixPath('actions', at)),
    ),
  ];
}

function prefixPath(list: string, at: number): (warning: Warning) => Warning {
  return ({ path, ...warning }) => ({ ...warning, path: [list, at, ...path] });
}

function findTriggerWarnings(trigger: unknown): readonly Warning[] {
  return findTriggerRules(getField(trigger, 'type'))?.findWarnings(trigger) ?? [];
}

interface ActionContext {
  triggers: readonly unknown[];
  /** The actions that run before it. */
  before: readonly unknown[];
}

function findActionWarnings(action: unknown, context: ActionContext): readonly Warning[] {
  const type = String(getField(action, 'type'));
  if (!isAction(type)) return [];
  return [
    ...(type === 'send_dm' ? findDmWarnings(action, context) : []),
    ...ACTIONS[type].templates.flatMap((name) =>
      [
        ...findTemplateWarnings(getField(action, name), context.triggers),
        ...findTextSuspicions(String(getField(action, name) ?? '')),
      ].map((message) => ({ path: [name], message })),
    ),
  ];
}

function isAction(type: string): type is keyof typeof ACTIONS {
  return Object.hasOwn(ACTIONS, type);
}

function findDmWarnings(action: unknown, { triggers, before }: ActionContext): readonly Warning[] {
  const warnings: Warning[] = [];
  if (before.some(isDm) && triggers.some((trigger) => getField(trigger, 'type') === 'comment_keyword')) {
    warnings.push({
      path: [],
      message: 'is a second DM: a comment can receive only one private reply, so this one is rejected (491)',
    });
  }
  if (getField(action, 'timeoutMs') !== undefined && getField(action, 'messageUrl') === undefined) {
    warnings.push({ path: ['timeoutMs'], message: 'has no effect without messageUrl' });
  }
  if (getField(action, 'dedupWindowMinutes') === 0 && triggers.some(isUntargeted)) {
    warnings.push({
      path: ['dedupWindowMinutes'],
      message: 'is 0: every message triggers a DM, also repeated ones',
    });
  }
  const tooLong = describeLongDm(String(getField(action, 'message') ?? ''));
  if (tooLong !== null) warnings.push({ path: ['message'], message: tooLong });
  return warnings;
}

/**
 * Why the network refuses a DM as too long; null for one that fits. The service documents no limit for templates.
 *
 * @param text placeholders in it do not count: what fills them may be empty
 * @see docs/service/limits.md#texts
 */
export function describeLongDm(text: string): string | null {
  const { name, messages } = PLATFORMS[AUTOMATION_PLATFORM];
  const tooLong = describeLengthRefusal(text.replaceAll(PLACEHOLDER, ''), {
    platform: AUTOMATION_PLATFORM,
    limits: messages.limits,
  });
  return tooLong && `${tooLong}: ${name} refuses a longer DM`;
}

function isDm(action: unknown): boolean {
  return getField(action, 'type') === 'send_dm';
}

/** Triggers for DMs and reactions have no target. */
function isUntargeted(trigger: unknown): boolean {
  return (getField(trigger, 'postId') ?? getField(trigger, 'storyId') ?? ALL) === ALL;
}

/**
 * Finds placeholders that stay empty, and malformed ones. Unknown names are reported as faults.
 *
 * @param text any value; ignored if it is not a text
 * @param triggers of the same automation
 * @see docs/service/readings.md#U-32
 * @see docs/service/engine.md#M-09, #M-13
 */
function findTemplateWarnings(text: unknown, triggers: readonly unknown[]): readonly string[] {
  if (typeof text !== 'string') return [];
  const used = new Set(text.matchAll(PLACEHOLDER).map(([, placeholder = '']) => placeholder));
  const empty = [...used].flatMap((placeholder) => {
    const words = describeEmptyPlaceholder(placeholder, triggers);
    return words === null ? [] : [`{{${placeholder}}} ${words}`];
  });
  const stray = STRAY.exec(text.replace(PLACEHOLDER, WHOLE))?.[0];
  return stray === undefined ? empty : [...empty, `"${stray}" is sent unchanged: ${HOW_TO_FILL}`];
}

const HOW_TO_FILL = 'a placeholder is a name between {{ and }}';

/** Replaces a valid placeholder: neither a brace nor a word character. */
const WHOLE = '\0';

/** The start or end of a malformed placeholder. Lengths are bounded, so that matching takes linear time. */
const STRAY = /\{\{\s{0,3}\w{0,40}\}?|(?<!\w)\w{0,40}\s{0,3}\}\}|\}\}|\{\s{0,3}\w{1,40}\s{0,3}\}/;

/**
 * Describes when a placeholder has no value: `is always empty`, or `is empty for story_reply, dm_reaction and
 * dm_keyword`.
 *
 * @returns null if every trigger provides a value
 * @see docs/service/automations.md#placeholders
 * @see docs/service/engine.md#M-09, #M-13
 */
function describeEmptyPlaceholder(placeholder: string, triggers: readonly unknown[]): string | null {
  if (placeholder === 'recipient_name') return 'is always empty';
  if (!isPlaceholder(placeholder)) return null;
  const isEmpty = (trigger: unknown) =>
    findTriggerRules(getField(trigger, 'type'))?.leavesEmpty(placeholder, trigger) ?? false;
  const types = new Set(triggers.filter(isEmpty).map((trigger) => String(getField(trigger, 'type'))));
  return types.size === 0 ? null : `is empty for ${joinWithAnd([...types])}`;
}

function isPlaceholder(name: string): name is PlaceholderName {
  return Object.hasOwn(PLACEHOLDERS, name);
}

/**
 * Warns if an update also pauses or starts the automation, which may be unintended.
 *
 * @param body the changes
 * @see docs/service/automations.md#AUT-16
 */
export function findStateWarnings(body: unknown): readonly Warning[] {
  const active = getField(body, 'active');
  if (typeof active !== 'boolean') return [];
  return [
    {
      path: ['active'],
      message: active ? 'the update also starts the automation' : 'the update also pauses the automation',
    },
  ];
}
