import { written } from './expected.ts';
import { activityIdOf } from './expected-row.ts';
import { UNSAID } from './first-difference.ts';
import type { Scenario } from './scenario.ts';
import type { ModelDispatch, ModelEffect } from './world.ts';

/** All DMs and emails that there are to be, oldest first. */
export function expectedEffects(scenario: Scenario) {
  const of = (wanted: ModelEffect['kind']) => scenario.world.effects.filter(({ kind }) => kind === wanted);
  return {
    messages: of('dm').map((effect) => expectedMessage(scenario, effect)),
    emails: of('email').map((effect) => expectedEmail(scenario, effect)),
  };
}

const keyOf = (scenario: Scenario, { dispatch, key }: ModelEffect): string =>
  `${activityIdOf(scenario, dispatch)}:${scenario.entryIds.get(key)}`;

/** The id of a follower whose rows were too old to be listed at every comparison is unknown. */
export const personOf = ({ people }: Scenario, { automation, event }: ModelDispatch): unknown =>
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
    channel: isReply ? 'private_reply' : 'dm',
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
