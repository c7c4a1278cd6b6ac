import type { ProfileName } from './command.ts';
import { EXPECTED, monthsBefore, TITLES, written } from './expected.ts';
import { personOf } from './expected-effects.ts';
import { activityIdOf, expectedReason } from './expected-row.ts';
import { Holding, UNSAID } from './first-difference.ts';
import { verdictOn } from './model-deliveries.ts';
import type { Scenario } from './scenario.ts';
import type { ModelAttempt, ModelDelivery, ModelDispatch } from './world.ts';

/** All deliveries as the sandbox's own list is to show them, oldest first. */
export function expectedDeliveries(scenario: Scenario): readonly unknown[] {
  return scenario.world.deliveries.map((delivery) => {
    const { url } = delivery;
    return {
      hookId: UNSAID,
      profile: delivery.dispatch.automation.profile,
      action: 'automations',
      type: `automation.${delivery.kind}`,
      url,
      address: addressIn(url),
      state: delivery.state,
      created: written(delivery.created),
      ...outline(delivery),
      requirement: null,
      event: expectedEvent(scenario, delivery),
    };
  });
}

/** Host and port. */
function addressIn(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || 443}`;
}

function outline({ attempts, dueAt, isTakenAway }: ModelDelivery) {
  const last = attempts.at(-1);
  return {
    attempts: attempts.length,
    lastStatus: last?.outcome?.status ?? null,
    lastError: isTakenAway ? TAKEN_AWAY : last === undefined ? null : reasonOf(last),
    nextAttempt: dueAt === null ? null : written(dueAt),
  };
}

const TAKEN_AWAY = new Holding('taken away');

/** Why an attempt does not count. @see docs/safety.md#S8 */
function reasonOf({ outcome }: ModelAttempt): unknown {
  if (outcome === null) return new Holding('secret');
  const { status, fault } = outcome;
  if (verdictOn(outcome) === 'taken') return null;
  if (fault !== null) return fault;
  const isRedirect = status !== null && status >= 300 && status < 400;
  return new Holding(isRedirect ? 'redirect' : String(status));
}

/**
 * The history as the service is to give it: what is about a profile, and what went to its webhooks.
 *
 * @param hookIds of the deliveries, in the order of the model's
 * @see docs/service/webhooks.md#history, #HOOK-20
 */
export function expectedHistory(
  scenario: Scenario,
  { profile, hookIds }: { readonly profile: ProfileName; readonly hookIds: readonly string[] },
): Readonly<Record<string, unknown>> {
  const { deliveries, now } = scenario.world;
  const since = monthsBefore(now, EXPECTED.historyMonths);
  const entries = deliveries
    .map((delivery, place) => ({ delivery, hookId: hookIds[place] ?? '' }))
    .filter(({ delivery: { dispatch, webhook, created } }) => {
      const isTheirs = dispatch.automation.profile === profile || webhook === profile;
      return isTheirs && created >= since;
    })
    .map(({ delivery, hookId }) => ({
      ...expectedBody(scenario, {
        delivery,
        hookId,
        url: delivery.url,
        at: delivery.attempts.at(-1)?.at ?? Number.NaN,
      }),
      delivery: {
        state: STATES[delivery.state],
        ...outline(delivery),
        lastError: unsaidByStatus(delivery),
        log: delivery.attempts.map(logged),
      },
    }));
  return entries.length === 0 ? {} : { automations: entries.toReversed() };
}

const STATES = { waiting: 'retrying', delivered: 'delivered', failed: 'failed' } as const;

/**
 * What the status of the last attempt says already is not said twice.
 *
 * @see docs/service/webhooks.md#history
 */
function unsaidByStatus({ attempts, isTakenAway }: ModelDelivery): unknown {
  if (isTakenAway) return TAKEN_AWAY;
  const last = attempts.at(-1);
  const isError = (last?.outcome?.status ?? 0) >= 400;
  return last === undefined || isError ? null : reasonOf(last);
}

function logged(attempt: ModelAttempt, place: number): unknown {
  return {
    attempt: place,
    deliveryId: UNSAID,
    at: written(attempt.at),
    ms: UNSAID,
    status: attempt.outcome?.status ?? null,
    error: reasonOf(attempt),
    allowedPrivate: false,
  };
}

interface ExpectedAttempt {
  readonly delivery: ModelDelivery;
  readonly hookId: string;
  readonly url: string;
  /** Of the attempt. */
  readonly at: number;
}

/** What an attempt posts. @see docs/service/webhooks.md#envelope, #HOOK-08; docs/service/readings.md#U-02 */
export function expectedBody(scenario: Scenario, { delivery, hookId, url, at }: ExpectedAttempt) {
  return {
    action: 'automations',
    hookId,
    timeStamp: Math.floor(at / 1_000),
    created: written(delivery.created),
    refId: UNSAID,
    title: TITLES[delivery.dispatch.automation.profile],
    url,
    code: 200,
    ...expectedEvent(scenario, delivery),
  };
}

/** The fields of an event that a webhook gets. */
function expectedEvent(scenario: Scenario, delivery: ModelDelivery): Readonly<Record<string, unknown>> {
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
    commentText: recordedText(delivery.dispatch),
    postId: event.post,
    storyId: event.story,
  };
}

/** The text of the follower, or the emoji; a reply to a story is not included. */
export function recordedText({ event }: ModelDispatch): string | null {
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
