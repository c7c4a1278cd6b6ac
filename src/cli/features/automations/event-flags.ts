import {
  buildSimulatedEngagement,
  type SimulatedEvent,
} from '../../../domain/automations/simulated-event.ts';
import type { Engagement } from '../../../service/engagement.ts';
import { checkParts, getEventRules } from './event-names.ts';

/**
 * Builds the event that flags describe.
 *
 * @throws CrierError of kind usage when a flag is missing, or does not apply to this event
 */
export function readEventFlags(flags: SimulatedEvent): Engagement {
  const { event, text, post, story, emoji } = flags;
  const { parts, needs } = getEventRules(event);
  const takes = parts.filter((part) => part !== 'commentId');
  checkParts({ text, post, story, emoji }, { label: `--event ${event}`, takes, needs });
  return buildSimulatedEngagement(flags);
}
