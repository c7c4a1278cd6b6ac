import { personOf } from './expected-effects.ts';
import { activityIdOf, expectedReason } from './expected-row.ts';
import { UNSAID } from './first-difference.ts';
import type { Scenario } from './scenario.ts';
import type { ModelDelivery, ModelDispatch } from './world.ts';

/** The fields of an event that a webhook gets. */
export function expectedEvent(
  scenario: Scenario,
  delivery: ModelDelivery,
): Readonly<Record<string, unknown>> {
  return delivery.kind === 'completed'
    ? completedEvent(scenario, delivery)
    : triggeredEvent(scenario, delivery);
}

/** What both events tell. @see docs/service/webhooks.md#automation-triggered */
function commonFields(scenario: Scenario, { dispatch, kind }: ModelDelivery) {
  const { automation, trigger, event } = dispatch;
  return {
    type: `automation.${kind}`,
    automationId: scenario.automationIds[automation.number],
    triggerId: scenario.entryIds.get(trigger.key),
    trigger: trigger.config.type,
    platform: 'instagram',
    recipientId: personOf(scenario, dispatch),
    activityId: activityIdOf(scenario, dispatch),
    eventId: event.eventId,
    timestamp: UNSAID,
  };
}

/** @see docs/service/webhooks.md#HOOK-23 */
function triggeredEvent(scenario: Scenario, delivery: ModelDelivery) {
  const { event, keyword } = delivery.dispatch;
  return {
    ...commonFields(scenario, delivery),
    recipientUsername: event.commentId === null ? null : event.who,
    keyword,
    actionId: scenario.entryIds.get(delivery.key ?? -1),
    commentId: event.commentId,
    commentText: toldText(delivery.dispatch),
    postId: event.post,
    storyId: event.story,
  };
}

/** The text of the follower, or the emoji; a reply to a story is not included. */
export function toldText({ event }: ModelDispatch): string | null {
  if (event.kind === 'story_reply') return null;
  return event.kind === 'reaction' ? event.emoji : event.text;
}

/** @see docs/service/webhooks.md#HOOK-18 */
function completedEvent(scenario: Scenario, delivery: ModelDelivery) {
  const { status, results } = delivery.dispatch;
  const isEmpty = status === 'rate_limited' || status === 'deduplicated';
  const each = results?.map((result) => ({
    actionId: scenario.entryIds.get(result.key),
    type: result.type,
    status: result.status,
    errorDetails: expectedReason(result),
    messageSource: result.source === 'unsaid' ? UNSAID : result.source,
  }));
  return {
    ...commonFields(scenario, delivery),
    status,
    actionResults: isEmpty ? [] : (each ?? UNSAID),
    errorDetails: UNSAID,
  };
}
