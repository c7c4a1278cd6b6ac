import { written } from './expected.ts';
import { Holding, UNSAID } from './first-difference.ts';
import type { Scenario } from './scenario.ts';
import type { ModelDispatch, ModelResult } from './world.ts';

/** The id of a dispatch's row. @see docs/service/general.md#identifier-formats */
export function activityIdOf(
  { automationIds, entryIds }: Scenario,
  { automation, trigger, event }: ModelDispatch,
): string {
  return `${automationIds[automation.number]}:${entryIds.get(trigger.key)}:${event.eventId}`;
}

/** The row of a dispatch, as the activity is to show it. @see docs/service/activity.md#row */
export function expectedRow(scenario: Scenario, dispatch: ModelDispatch): unknown {
  const { automation, trigger, event, keyword, status, created, completedAt, results } = dispatch;
  const { type } = trigger.config;
  const hasText = event.kind === 'comment' || event.kind === 'dm' || event.kind === 'story_comment';
  return {
    id: activityIdOf(scenario, dispatch),
    automationId: scenario.automationIds[automation.number],
    triggerId: scenario.entryIds.get(trigger.key),
    triggerType: type,
    eventId: event.eventId,
    platform: 'instagram',
    recipientId: UNSAID,
    recipientUsername: event.commentId === null ? null : event.who,
    status,
    errorDetails: UNSAID,
    keyword,
    commentText: hasText ? event.text : UNSAID,
    commentId: event.commentId,
    postId: event.post,
    storyId: event.story,
    actionResults: results?.map((result) => expectedResult(scenario, result)) ?? UNSAID,
    created: written(created),
    completedAt: completedAt === null ? null : written(completedAt),
  };
}

function expectedResult({ entryIds }: Scenario, result: ModelResult): Record<string, unknown> {
  const { key, type, status, source, sent } = result;
  return {
    actionId: entryIds.get(key),
    type,
    status,
    errorDetails: expectedReason(result),
    messageSource: source === 'unsaid' ? UNSAID : source,
    sent: type === 'fire_webhook' ? UNSAID : sent,
    truncated: undefined,
    completedAt: UNSAID,
  };
}

/**
 * A reason is given for what failed, and for a DM that fell back.
 *
 * @see docs/service/engine.md#ENG-13, #ENG-16
 */
export function expectedReason({ status, source, because = '' }: ModelResult): unknown {
  if (status === 'sent') return source === 'fallback' ? new Holding('') : null;
  return status === 'deduplicated' ? UNSAID : new Holding(because);
}
