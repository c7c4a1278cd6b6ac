import { PLANS, PLANS_WITH_AUTOMATIONS } from '../../facts/plans.ts';
import type { Circumstances } from './circumstances.ts';
import type { Cause } from './explanation.ts';

/** The causes that a service's words give away, where it has some. */
const SAYS = {
  own: /\bown\b/i,
  paused: /\bpaused\b|\binactive\b|\bdeactivated\b/i,
  deleted: /\bdeleted\b/i,
  empty: /\bno actions\b/i,
  plan: /\bplan\b/i,
} as const;

const WITH_AUTOMATIONS = PLANS_WITH_AUTOMATIONS.map((plan) => PLANS[plan].name).join(', ');

/**
 * Why a row was suppressed before it ran.
 *
 * @see docs/service/engine.md#states
 * @see docs/service/readings.md#U-18, #U-19
 */
export function explainSkipped({ row, id, automation, sandbox, commands }: Circumstances): Cause {
  const said = row.errorDetails ?? '';
  const account = automation?.accountId;
  if (SAYS.own.test(said) || (account != null && account === row.recipientId)) {
    return { why: 'it came from your own account, which no automation answers', advice: 'nothing is wrong' };
  }
  if (SAYS.plan.test(said)) return withoutPlan(said, { sandbox, commands });
  if (SAYS.deleted.test(said)) return { why: DELETED, advice: 'what was queued then is not taken up again' };
  if (SAYS.empty.test(said)) return withoutActions({ id, automation, commands });
  if (SAYS.paused.test(said)) return { why: PAUSED, ...sincePaused({ id, automation, commands }) };
  if (said !== '') return { why: said };
  return probably({ id, automation, commands });
}

const DELETED = 'the automation was deleted before it ran';
const PAUSED = 'the automation was paused after it had matched, and before it ran';

type Now = Pick<Circumstances, 'id' | 'automation' | 'commands'>;

/** A row that says nothing: what is so now may have been so then. */
function probably(now: Now): Cause {
  const { automation } = now;
  if (automation === null) return { why: `probably ${DELETED}`, advice: 'the row does not say' };
  if (automation.actions.length === 0) {
    const { why, ...more } = withoutActions(now);
    return { why: `probably ${why}`, ...more };
  }
  return { why: `probably ${PAUSED}`, ...sincePaused(now) };
}

function withoutActions({ id, automation, commands }: Now): Cause {
  const why = 'the automation had no actions';
  if (automation === null) return { why };
  return automation.actions.length === 0
    ? { why, command: commands.service`automations get ${id}` }
    : { why, advice: 'it has some now: what comes now is answered' };
}

function sincePaused({ id, automation, commands }: Now): Partial<Cause> {
  if (automation === null) return { advice: 'it is deleted since' };
  if (automation.active)
    return { advice: 'it is active again, which brings back nothing of what was queued' };
  return {
    advice: 'it is still paused; resumed, it answers what comes then, and nothing of what was queued',
    command: commands.change`automations resume ${id}`,
  };
}

function withoutPlan(why: string, { sandbox, commands }: Pick<Circumstances, 'sandbox' | 'commands'>): Cause {
  const advice = `${WITH_AUTOMATIONS} have them`;
  if (sandbox === null) return { why, advice };
  const { name, automations } = PLANS[sandbox.plan];
  return automations
    ? { why, advice: `the plan is ${name} now: what comes now is answered` }
    : { why, advice, command: commands.sandbox`plan business` };
}
