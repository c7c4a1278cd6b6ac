import type { ProfileName } from './command.ts';
import { signatureOf } from './model-secrets.ts';
import type { Outcome } from './outside.ts';
import { PROMISED } from './promised.ts';
import type { ModelDelivery, ModelDispatch, World } from './world.ts';

/** Whose webhook it is: the profile's own, or the Primary's. @see service.md, "Automation events", 6 */
function webhookOf({ webhooks }: World, { automation }: ModelDispatch): ProfileName | null {
  if (webhooks[automation.profile]) return automation.profile;
  return webhooks.primary ? 'primary' : null;
}

/** @returns false when nobody is to be told */
export function modelTell(world: World, told: Pick<ModelDelivery, 'kind' | 'dispatch' | 'key'>): boolean {
  const webhook = webhookOf(world, told.dispatch);
  if (webhook === null) return false;
  const { now } = world;
  world.deliveries.push({
    ...told,
    webhook,
    created: now,
    state: 'waiting',
    dueAt: now,
    tries: 0,
    attempts: [],
  });
  return true;
}

/** Tries all that is due now once. @returns whether there was any */
export function attemptDue(world: World): boolean {
  const due = world.deliveries.filter(({ dueAt }) => dueAt !== null && dueAt <= world.now);
  for (const delivery of due) attempt(world, delivery);
  return due.length > 0;
}

function attempt(world: World, delivery: ModelDelivery): void {
  const signed = signatureOf(world, delivery.webhook);
  const outcome = signed === null ? null : world.outside.webhook(delivery);
  if (signed !== null) {
    const about = { kind: 'attempt', delivery, attempt: delivery.attempts.length } as const;
    world.left.push({ about, at: world.now, signed });
  }
  delivery.attempts.push({ at: world.now, outcome });
  const verdict = outcome === null ? 'again' : verdictOn(outcome);
  const wait = verdict === 'again' ? PROMISED.webhookWaitsMs[delivery.tries] : undefined;
  delivery.tries += 1;
  delivery.dueAt = wait === undefined ? null : world.now + wait;
  if (wait === undefined) delivery.state = verdict === 'taken' ? 'delivered' : 'failed';
}

/** @see service.md, "Webhooks in general", 3 and 6; readings U-05 to U-07 */
export function verdictOn({ status, fault }: Outcome): 'taken' | 'over' | 'again' {
  if (fault === 'address not allowed') return 'over';
  // Nobody reads what stands behind the status.
  if (status === 200 && (fault === null || fault === 'answer too large')) return 'taken';
  const isRefusal = status !== null && status >= 400 && status < 500;
  return isRefusal && !PROMISED.retriedErrors.includes(status) ? 'over' : 'again';
}

/** U-31: its next attempt is due now, and the rest of the schedule goes on from there. */
export function deliverAgain(world: World, delivery: ModelDelivery): void {
  delivery.state = 'waiting';
  delivery.dueAt = world.now;
}
