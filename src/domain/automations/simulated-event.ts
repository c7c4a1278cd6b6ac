import type { Engagement } from '../../service/engagement.ts';
import { EVENT_TRIGGERS, type EventName } from './event-triggers.ts';
import { formatPlaceholder } from './test-automation.ts';
import { TRIGGER_RULES } from './triggers/rules-by-type.ts';
import { UNKNOWN_TARGET } from './unknown-target.ts';

/** An event as a user describes it. */
export interface SimulatedEvent {
  event: EventName;
  text?: string | undefined;
  post?: string | undefined;
  story?: string | undefined;
  emoji?: string | undefined;
  from?: string | undefined;
}

/** Values that only the network knows become placeholders, which are then visible in the texts. */
export function buildSimulatedEngagement({
  event,
  text = '',
  post,
  story,
  emoji = '',
  from,
}: SimulatedEvent): Engagement {
  const username = from?.replace(/^@/, '') ?? formatPlaceholder('recipient_username');
  return TRIGGER_RULES[EVENT_TRIGGERS[event]].buildEngagement({
    eventId: '',
    from: { id: formatPlaceholder('recipient_id'), username },
    at: null,
    id: formatPlaceholder('comment_id'),
    text,
    place: post ?? story ?? UNKNOWN_TARGET,
    emoji,
  });
}
