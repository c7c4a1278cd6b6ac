import { PLANS, PLANS_WITH_AUTOMATIONS } from '../../facts/plans.ts';
import type { ExplainContext } from './explain-context.ts';
import type { FindingCause } from './explanation.ts';

/** The causes that a service's words give away, where it has some. */
const PATTERNS = {
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
export function explainSkipped({ row, id, automation, sandbox, commands }: ExplainContext): FindingCause {
  const message = row.errorDetails ?? '';
  const account = automation?.accountId;
  if (PATTERNS.own.test(message) || (account != null && account === row.recipientId)) {
    return {
      reason: 'it came from your own account, which no automation answers',
      advice: 'nothing is wrong',
    };
  }
  if (PATTERNS.plan.test(message)) return explainNoPlan(message, { sandbox, commands });
  if (PATTERNS.deleted.test(message))
    return { reason: DELETED, advice: 'what was queued then is not taken up again' };
  if (PATTERNS.empty.test(message)) return explainNoActions({ id, automation, commands });
  if (PATTERNS.paused.test(message))
    return { reason: PAUSED, ...explainPausedSince({ id, automation, commands }) };
  if (message !== '') return { reason: message };
  return guessCause({ id, automation, commands });
}

const DELETED = 'the automation was deleted before it ran';
const PAUSED = 'the automation was paused after it had matched, and before it ran';

type SkipContext = Pick<ExplainContext, 'id' | 'automation' | 'commands'>;

/** A row that says nothing: what is so now may have been so then. */
function guessCause(now: SkipContext): FindingCause {
  const { automation } = now;
  if (automation === null) return { reason: `probably ${DELETED}`, advice: 'the row does not say' };
  if (automation.actions.length === 0) {
    const { reason, ...more } = explainNoActions(now);
    return { reason: `probably ${reason}`, ...more };
  }
  return { reason: `probably ${PAUSED}`, ...explainPausedSince(now) };
}

function explainNoActions({ id, automation, commands }: SkipContext): FindingCause {
  const reason = 'the automation had no actions';
  if (automation === null) return { reason };
  return automation.actions.length === 0
    ? { reason, command: commands.service`automations get ${id}` }
    : { reason, advice: 'it has some now: what comes now is answered' };
}

function explainPausedSince({ id, automation, commands }: SkipContext): Partial<FindingCause> {
  if (automation === null) return { advice: 'it is deleted since' };
  if (automation.active)
    return { advice: 'it is active again, which brings back nothing of what was queued' };
  return {
    advice: 'it is still paused; resumed, it answers what comes then, and nothing of what was queued',
    command: commands.change`automations resume ${id}`,
  };
}

function explainNoPlan(
  reason: string,
  { sandbox, commands }: Pick<ExplainContext, 'sandbox' | 'commands'>,
): FindingCause {
  const advice = `${WITH_AUTOMATIONS} have them`;
  if (sandbox === null) return { reason, advice };
  const { name, automations } = PLANS[sandbox.plan];
  return automations
    ? { reason, advice: `the plan is ${name} now: what comes now is answered` }
    : { reason, advice, command: commands.sandbox`plan business` };
}
