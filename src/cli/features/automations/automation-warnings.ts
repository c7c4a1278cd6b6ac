import { readEntries } from '../../../domain/automations/automation-entries.ts';
import { getField } from '../../../domain/json/loose-record.ts';
import { joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { findTextSuspicions } from '../../../domain/text/suspect-text.ts';
import { isOneEmoji } from '../../../domain/text/unicode.ts';
import { ACTIONS, PLACEHOLDER } from '../../../service/actions.ts';
import { ENGAGEMENTS } from '../../../service/engagement.ts';
import { isLikelyServicePostId } from '../../../service/ids.ts';
import { LIMITS } from '../../../service/limits.ts';
import { ALL } from '../../../service/triggers.ts';
import type { Warning } from './keyword-warnings.ts';
import { findKeywordWarnings } from './keyword-warnings.ts';

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
  switch (getField(trigger, 'type')) {
    case 'comment_keyword':
      return [...findTargetWarnings(trigger, 'postId'), ...findKeywordWarnings(trigger)];
    case 'dm_keyword':
      return findKeywordWarnings(trigger);
    case 'story_comment':
      return [UNDESCRIBED, ...findStoryWarnings(trigger), ...findKeywordWarnings(trigger)];
    case 'story_reply':
      return findStoryWarnings(trigger);
    case 'dm_reaction':
      return findEmojiWarnings(trigger);
    default:
      return [];
  }
}

const UNDESCRIBED: Warning = {
  path: ['type'],
  message: 'the service does not document the configuration of story_comment, and may reject it',
};

function findStoryWarnings(trigger: unknown): readonly Warning[] {
  if (getField(trigger, 'storyId') !== undefined) return findTargetWarnings(trigger, 'storyId');
  const message = `storyId is missing, which means every story but is deprecated: write storyId: ${ALL}`;
  return [{ path: [], message }];
}

function findEmojiWarnings(trigger: unknown): readonly Warning[] {
  const emoji = getField(trigger, 'emoji');
  if (typeof emoji !== 'string' || isOneEmoji(emoji)) return [];
  return [{ path: ['emoji'], message: 'is not a single emoji, so no reaction matches it' }];
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
  const message = getField(action, 'message');
  const length = typeof message === 'string' ? [...message].length : 0;
  if (length > MAX_MESSAGE_CHARACTERS) {
    const tooLong = `has ${length} characters: more than ${MAX_MESSAGE_CHARACTERS} are not accepted from messageUrl, and the network may reject them`;
    warnings.push({ path: ['message'], message: tooLong });
  }
  return warnings;
}

/** The service documents a limit for texts from a callback, but none for templates. */
const MAX_MESSAGE_CHARACTERS = LIMITS.callbackMessageCharacters.max;

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
  const isEmpty = Object.hasOwn(EMPTY, placeholder) ? EMPTY[placeholder] : undefined;
  if (isEmpty === undefined) return null;
  const types = new Set(triggers.filter(isEmpty).map((trigger) => String(getField(trigger, 'type'))));
  return types.size === 0 ? null : `is empty for ${joinWithAnd([...types])}`;
}

const NAMELESS: ReadonlySet<unknown> = new Set(
  Object.values(ENGAGEMENTS)
    .filter(({ carriesUsername }) => !carriesUsername)
    .map(({ trigger }) => trigger),
);

const EMPTY: Readonly<Record<string, (trigger: unknown) => boolean>> = {
  recipient_username: (trigger) => NAMELESS.has(getField(trigger, 'type')),
  comment_text: (trigger) => getField(trigger, 'type') === 'dm_reaction',
  matched_keyword: (trigger) => {
    const type = getField(trigger, 'type');
    return (
      type === 'story_reply' || (type === 'story_comment' && getField(trigger, 'keywords') === undefined)
    );
  },
};

/**
 * Warns about targets that never match: users often have the URL of a post, or its Service Post ID, but the network
 * uses neither.
 *
 * @see docs/service/general.md#identifier-formats
 * @see docs/service/automations.md#get
 */
function findTargetWarnings(trigger: unknown, name: 'postId' | 'storyId'): readonly Warning[] {
  const target = getField(trigger, name);
  const what = typeof target === 'string' ? describeMistakenTarget(target) : null;
  return what === null ? [] : [{ path: [name], message: `${what}: ${HOW_TO_FIND_ID}` }];
}

const HOW_TO_FIND_ID = 'triggers require the network\'s own id, which "crier posts get <id>" shows';

function describeMistakenTarget(target: string): string | null {
  if (target.includes('://')) return 'is a URL';
  return isLikelyServicePostId(target) ? 'looks like a Service Post ID' : null;
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
