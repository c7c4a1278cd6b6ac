import { getField } from '../../domain/json/loose-record.ts';
import { ACTIONS } from '../../service/actions.ts';
import { LIMITS } from '../../service/limits.ts';
import { ALL } from '../../service/triggers.ts';
import { findTemplateWarnings } from './find-template-warnings.ts';
import type { Warning } from './warning.ts';

/** The surroundings of an action in its automation. */
interface ActionContext {
  readonly triggers: readonly unknown[];
  /** The actions that run before it. */
  readonly before: readonly unknown[];
}

/** Finds settings of an action that are probably unintended. */
export function findActionWarnings(action: unknown, context: ActionContext): readonly Warning[] {
  const type = String(getField(action, 'type'));
  if (!isAction(type)) return [];
  return [
    ...(type === 'send_dm' ? findDmWarnings(action, context) : []),
    ...ACTIONS[type].templates.flatMap((name) =>
      findTemplateWarnings(getField(action, name), context.triggers).map((message) => ({
        path: [name],
        message,
      })),
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
