import { EVENT_TRIGGERS } from '../../../domain/automations/event-triggers.ts';
import { type BodyFault, UNKNOWN_FIELD } from '../../../domain/requests/find-body-faults.ts';
import { findNearestName } from '../../framework/output/text/suggest-nearest.ts';

/** Suggests the valid name nearest to a wrong one; null if none is near. */
export function suggestName({ path: [list, ...rest], typed, choices = [] }: BodyFault): string | null {
  if (typed === undefined) return null;
  const isType = rest.at(-1) === 'type';
  const types: Readonly<Record<string, string>> = list === 'actions' ? ACTIONS_OF_FLAGS : EVENT_TRIGGERS;
  if (isType && Object.hasOwn(types, typed)) return types[typed] ?? null;
  return findNearestName(typed, choices);
}

/** Types of actions by the flags of `create` that add them. */
const ACTIONS_OF_FLAGS = { dm: 'send_dm', webhook: 'fire_webhook', email: 'send_email' };

/**
 * Where a file has what the flags call by the name of an unknown field: `in files, use the type of a trigger`.
 *
 * @returns null for a field that is not a flag either, and for one in a trigger or action
 */
export function suggestPlace({ path, message, typed }: BodyFault): string | null {
  if (typed === undefined || path.length !== 1 || message !== UNKNOWN_FIELD) return null;
  const name = typed.toLowerCase().replace(/[-_]/g, '');
  const place = Object.hasOwn(PLACES, name) ? PLACES[name] : undefined;
  return place === undefined ? null : `in files, use ${place}`;
}

const TYPE = 'the type of a trigger';
const KEYWORDS = 'keywords, a list in a trigger';
const POST = 'the postId of a trigger';
const STORY = 'the storyId of a trigger';
const DM = 'an action of type send_dm with a message';

const PLACES: Readonly<Record<string, string>> = {
  on: TYPE,
  event: TYPE,
  keyword: KEYWORDS,
  keywords: KEYWORDS,
  post: POST,
  postid: POST,
  story: STORY,
  storyid: STORY,
  emoji: 'the emoji of a trigger',
  dm: DM,
  message: DM,
  messageurl: 'the messageUrl of an action',
  timeoutms: 'the timeoutMs of an action',
  dedupwindowminutes: 'the dedupWindowMinutes of an action',
  webhook: 'an action of type fire_webhook',
  completedevent: 'sendCompletedEvent: true in an action',
  email: 'an action of type send_email with an address in to, and a message',
  emailsubject: 'the subject of an action',
  emailmessage: 'the message of an action',
};
