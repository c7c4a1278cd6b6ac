import { written } from './expected.ts';
import { expectedBody, recordedText } from './expected-deliveries.ts';
import { personOf } from './expected-effects.ts';
import { activityIdOf } from './expected-row.ts';
import type { SeenRequest } from './fake-outbound.ts';
import { Holding } from './first-difference.ts';
import type { Scenario } from './scenario.ts';
import type { ModelCallback, ModelRequest, ModelSignature } from './world.ts';

/** A request, and by what it is found among others that left. */
export interface ExpectedRequest {
  readonly name: string;
  readonly request: unknown;
}

/** @param hookIds of the deliveries, in the order of the model's */
export function expectedRequest(
  scenario: Scenario,
  { about, at, signed }: ModelRequest,
  hookIds: readonly string[],
): ExpectedRequest {
  const isCallback = about.kind === 'callback';
  const { dispatch, key } = isCallback ? about.callback : about.delivery;
  const of = key === null ? 'automation.completed' : (scenario.entryIds.get(key) ?? '');
  const attempt = isCallback ? null : String(about.attempt);
  return {
    name: nameOf(activityIdOf(scenario, dispatch), of, attempt),
    request: {
      url: isCallback ? about.callback.url : about.url,
      ...signature(signed, at),
      type: new Holding('application/json'),
      attempt,
      deliveryId: isCallback ? null : new Holding(''),
      body: isCallback
        ? callbackBody(scenario, about.callback, { at, isSigned: signed.main !== 'none' })
        : expectedBody(scenario, {
            delivery: about.delivery,
            url: about.url,
            hookId: hookIds[scenario.world.deliveries.indexOf(about.delivery)] ?? '',
            at,
          }),
    },
  };
}

const nameOf = (activityId: string, of: string, attempt: string | null): string =>
  `${activityId} ${of} ${attempt ?? 'callback'}`;

/** The name by which a request is found that was seen. */
export const nameOfSeen = ({ body, attempt }: SeenRequest): string =>
  nameOf(String(body['activityId']), String(body['actionId'] ?? body['type']), attempt);

/** @see docs/service/webhooks.md#HOOK-10, #W-06; docs/service/callbacks.md#CBK-06, #K-05 */
function signature({ main, second }: ModelSignature, at: number) {
  const signedAt = main === 'none' ? null : String(Math.floor(at / 1_000));
  return { signed: main, signedToo: second, signedAt };
}

/** @see docs/service/callbacks.md#request, #CBK-01, #CBK-06, #K-09 */
function callbackBody(
  scenario: Scenario,
  { dispatch, key }: ModelCallback,
  { at, isSigned }: { readonly at: number; readonly isSigned: boolean },
) {
  const { automation, trigger, event, keyword } = dispatch;
  return {
    automationId: scenario.automationIds[automation.number],
    triggerId: scenario.entryIds.get(trigger.key),
    trigger: trigger.config.type,
    platform: 'instagram',
    recipientId: personOf(scenario, dispatch),
    recipientUsername: event.commentId === null ? null : event.who,
    keyword,
    activityId: activityIdOf(scenario, dispatch),
    actionId: scenario.entryIds.get(key),
    eventId: event.eventId,
    commentId: event.commentId,
    commentText: recordedText(dispatch),
    postId: event.post,
    storyId: event.story,
    timestamp: written(at),
    ...(isSigned && { timeStamp: Math.floor(at / 1_000) }),
  };
}
