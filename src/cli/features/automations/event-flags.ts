import type { EventName } from '../../../domain/automations/event-triggers.ts';
import { formatPlaceholder } from '../../../domain/automations/test-automation.ts';
import { UNKNOWN_TARGET } from '../../../domain/automations/unknown-target.ts';
import type { Engagement } from '../../../service/engagement.ts';
import { checkParts, getEventRules } from './event-names.ts';

export interface EventFlags {
  event: EventName;
  text?: string | undefined;
  post?: string | undefined;
  story?: string | undefined;
  emoji?: string | undefined;
  from?: string | undefined;
}

/**
 * Builds the event that flags describe. Values that only the network knows become placeholders, which are then visible
 * in the texts.
 *
 * @throws CrierError of kind usage when a flag is missing, or does not apply to this event
 */
export function readEventFlags(flags: EventFlags): Engagement {
  const { event, text, post, story, emoji } = flags;
  const { parts, needs } = getEventRules(event);
  const takes = parts.filter((part) => part !== 'commentId');
  checkParts({ text, post, story, emoji }, { label: `--event ${event}`, takes, needs });
  return toEngagement(flags);
}

function toEngagement({ event, text = '', post, story, emoji = '', from }: EventFlags): Engagement {
  const username = from?.replace(/^@/, '') ?? formatPlaceholder('recipient_username');
  return getEventRules(event).buildEngagement({
    eventId: '',
    from: { id: formatPlaceholder('recipient_id'), username },
    at: null,
    id: formatPlaceholder('comment_id'),
    text,
    place: post ?? story ?? UNKNOWN_TARGET,
    emoji,
  });
}
