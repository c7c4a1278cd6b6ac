import { PLANS, PLANS_WITH_AUTOMATIONS } from '../../../service/plans.ts';
import type { ExplainContext } from './explain-context.ts';
import type { FindingCause } from './explanation.ts';

/** Recognizes causes in the text of a row. */
const PATTERNS = {
  own: /\bown\b/i,
  paused: /\bpaused\b|\binactive\b|\bdeactivated\b/i,
  deleted: /\bdeleted\b/i,
  empty: /\bno actions\b/i,
  plan: /\bplan\b/i,
} as const;

const WITH_AUTOMATIONS = PLANS_WITH_AUTOMATIONS.map((plan) => PLANS[plan].name).join(', ');

/**
 * Explains why a row was suppressed before it ran.
 *
 * @see docs/service/engine.md#states
 * @see docs/service/readings.md#U-18, #U-19
 */
export function explainSkipped({ row, id, automation, sandbox, commands }: ExplainContext): FindingCause {
  const message = row.errorDetails ?? '';
  const account = automation?.accountId;
  if (PATTERNS.own.test(message) || (account != null && account === row.recipientId)) {
    return {
      reason: 'the event is by your own account, which automations ignore',
      advice: 'no action is necessary',
    };
  }
  if (PATTERNS.plan.test(message)) return explainNoPlan(message, { sandbox, commands });
  if (PATTERNS.deleted.test(message)) return { reason: DELETED, advice: 'its queued work was discarded' };
  if (PATTERNS.empty.test(message)) return explainNoActions({ id, automation, commands });
  if (PATTERNS.paused.test(message))
    return { reason: PAUSED, ...explainPausedSince({ id, automation, commands }) };
  if (message !== '') return { reason: message };
  return guessCause({ id, automation, commands });
}

const DELETED = 'the automation was deleted before the action ran';
const PAUSED = 'the automation was paused after the event matched, before the action ran';

type SkipContext = Pick<ExplainContext, 'id' | 'automation' | 'commands'>;

/** For a row without a reason: guesses from the current state. */
function guessCause(now: SkipContext): FindingCause {
  const { automation } = now;
  if (automation === null) return { reason: `probably ${DELETED}`, advice: 'the row has no reason' };
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
    : { reason, advice: 'it has some now: new events are answered' };
}

function explainPausedSince({ id, automation, commands }: SkipContext): Partial<FindingCause> {
  if (automation === null) return { advice: 'it is deleted now' };
  if (automation.active) return { advice: 'it is active again, but queued work was discarded' };
  return {
    advice: 'it is still paused; after it is resumed, it reacts to new events, but queued work was discarded',
    command: commands.change`automations resume ${id}`,
  };
}

function explainNoPlan(
  reason: string,
  { sandbox, commands }: Pick<ExplainContext, 'sandbox' | 'commands'>,
): FindingCause {
  const advice = `plans with automations: ${WITH_AUTOMATIONS}`;
  if (sandbox === null) return { reason, advice };
  const { name, automations } = PLANS[sandbox.plan];
  return automations
    ? { reason, advice: `the plan is now ${name}: new events are answered` }
    : { reason, advice, command: commands.sandbox`plan business` };
}
