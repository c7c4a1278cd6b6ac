import { readEntries } from '../../domain/automations/automation-entries.ts';
import { getField } from '../../domain/json/loose-record.ts';
import { isOneEmoji } from '../../domain/text/is-one-emoji.ts';
import { ALL } from '../../service/triggers.ts';
import { findActionWarnings } from './find-action-warnings.ts';
import { findKeywordWarnings } from './find-keyword-warnings.ts';
import { findTargetWarnings } from './find-target-warnings.ts';
import type { Warning } from './warning.ts';

/**
 * Finds parts of an automation that are valid but have no effect, or are deprecated, in document order.
 *
 * @param body the flat form; of an invalid one, the readable parts are checked
 * @see docs/service/automations.md#AUT-04, #story-comment
 * @see docs/service/readings.md#U-28
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
  return ({ path, message }) => ({ path: [list, at, ...path], message });
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
