import { activityIdOf, expectedReason } from './expected-row.ts';
import { UNSAID } from './first-difference.ts';
import { webhookUrlOf, written } from './promised.ts';
import type { Scenario } from './scenario.ts';
import type { ModelDispatch, ModelEffect } from './world.ts';

/** All DMs, emails and deliveries that there are to be, oldest first. */
export function expectedEffects(scenario: Scenario) {
  const of = (...kinds: readonly ModelEffect['kind'][]) =>
    scenario.world.effects.filter(({ kind }) => kinds.includes(kind));
  return {
    messages: of('dm').map((effect) => expectedMessage(scenario, effect)),
    emails: of('email').map((effect) => expectedEmail(scenario, effect)),
    deliveries: of('triggered', 'completed').map((effect) => expectedDelivery(scenario, effect)),
  };
}

const keyOf = (scenario: Scenario, { dispatch, key }: ModelEffect): string =>
  `${activityIdOf(scenario, dispatch)}:${scenario.entryIds.get(key ?? -1)}`;

/** Nobody has seen the id of somebody whose rows were too old to be listed at every look. */
const personOf = ({ people }: Scenario, { automation, event }: ModelDispatch): unknown =>
  people.get(`${automation.profile} ${event.who}`) ?? UNSAID;

function expectedMessage(scenario: Scenario, effect: ModelEffect): unknown {
  const { dispatch, sent, at } = effect;
  const { event, automation } = dispatch;
  const isReply = event.commentId !== null;
  return {
    key: keyOf(scenario, effect),
    profile: automation.profile,
    to: { id: personOf(scenario, dispatch), username: UNSAID },
    text: sent['message'],
    way: isReply ? 'private_reply' : 'dm',
    commentId: event.commentId,
    at: written(at),
    dropped: UNSAID,
  };
}

function expectedEmail(scenario: Scenario, effect: ModelEffect): unknown {
  const { to, subject, message } = effect.sent;
  const profile = effect.dispatch.automation.profile;
  return { key: keyOf(scenario, effect), profile, to, subject, message, at: written(effect.at) };
}

function expectedDelivery(scenario: Scenario, effect: ModelEffect): unknown {
  const { dispatch, kind, at, webhook } = effect;
  const event = kind === 'completed' ? completedEvent(scenario, effect) : triggeredEvent(scenario, effect);
  return {
    hookId: UNSAID,
    profile: dispatch.automation.profile,
    action: 'automations',
    type: `automation.${kind}`,
    url: webhook === null ? null : webhookUrlOf(webhook),
    state: 'waiting',
    created: written(at),
    event,
  };
}

/** What both events tell. @see service.md, "Webhook events of automations" */
function commonFields(scenario: Scenario, { dispatch, kind }: ModelEffect) {
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

/** @see rule HOOK-23 */
function triggeredEvent(scenario: Scenario, effect: ModelEffect): unknown {
  const { event, keyword } = effect.dispatch;
  return {
    ...commonFields(scenario, effect),
    recipientUsername: event.commentId === null ? null : event.who,
    keyword,
    actionId: scenario.entryIds.get(effect.key ?? -1),
    commentId: event.commentId,
    commentText: toldText(effect.dispatch),
    postId: event.post,
    storyId: event.story,
  };
}

function toldText({ event }: ModelDispatch): string | null {
  if (event.kind === 'story_reply') return null;
  return event.kind === 'reaction' ? event.emoji : event.text;
}

/** @see rule HOOK-18 */
function completedEvent(scenario: Scenario, effect: ModelEffect): unknown {
  const { status, results } = effect.dispatch;
  const isEmpty = status === 'rate_limited' || status === 'deduplicated';
  const each = results?.map((result) => ({
    actionId: scenario.entryIds.get(result.key),
    type: result.type,
    status: result.status,
    errorDetails: expectedReason(result),
    messageSource: result.source === 'unsaid' ? UNSAID : result.source,
  }));
  return {
    ...commonFields(scenario, effect),
    status,
    actionResults: isEmpty ? [] : (each ?? UNSAID),
    errorDetails: UNSAID,
  };
}
