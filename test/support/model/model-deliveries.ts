import type { ProfileName } from './command.ts';
import { EXPECTED } from './expected.ts';
import { signatureOf } from './model-secrets.ts';
import type { OutsideOutcome } from './outside.ts';
import type { ModelDelivery, ModelDispatch, ModelWorld } from './world.ts';

/**
 * Whose webhook it is: the profile's own, or the Primary's.
 *
 * @see docs/service/webhooks.md#automation-events
 */
function webhookOf({ webhooks }: ModelWorld, { automation }: ModelDispatch): ProfileName | null {
  if (webhooks[automation.profile] !== null) return automation.profile;
  return webhooks.primary === null ? null : 'primary';
}

/** @returns false when there is no webhook to send */
export function modelEnqueue(
  world: ModelWorld,
  recorded: Pick<ModelDelivery, 'kind' | 'dispatch' | 'key'>,
): boolean {
  const webhook = webhookOf(world, recorded.dispatch);
  const url = webhook === null ? null : world.webhooks[webhook];
  if (webhook === null || url === null) return false;
  const { now } = world;
  world.deliveries.push({
    ...recorded,
    webhook,
    url,
    created: now,
    state: 'waiting',
    dueAt: now,
    tries: 0,
    isTakenAway: false,
    attempts: [],
  });
  return true;
}

/** Tries all that is due now once. @returns whether there was any */
export function attemptDue(world: ModelWorld): boolean {
  const due = world.deliveries.filter(({ dueAt }) => dueAt !== null && dueAt <= world.now);
  for (const delivery of due) attempt(world, delivery);
  return due.length > 0;
}

function attempt(world: ModelWorld, delivery: ModelDelivery): void {
  const signed = signatureOf(world, delivery.webhook);
  const outcome = signed === null ? null : world.outside.webhook(delivery);
  if (signed !== null) {
    const { url, attempts } = delivery;
    const about = { kind: 'attempt', delivery, attempt: attempts.length, url } as const;
    world.left.push({ about, at: world.now, signed });
  }
  delivery.attempts.push({ at: world.now, outcome });
  const verdict = outcome === null ? 'again' : verdictOn(outcome);
  const wait = verdict === 'again' ? EXPECTED.webhookWaitsMs[delivery.tries] : undefined;
  delivery.tries += 1;
  delivery.dueAt = wait === undefined ? null : world.now + wait;
  if (wait === undefined) delivery.state = verdict === 'taken' ? 'delivered' : 'failed';
}

/** @see docs/service/webhooks.md#deliveries; docs/service/readings.md#U-05 to #U-07 */
export function verdictOn({ status, fault }: OutsideOutcome): 'taken' | 'over' | 'again' {
  // What follows the status is not read.
  if (status === 200 && (fault === null || fault === 'answer too large')) return 'taken';
  const isRefusal = status !== null && status >= 400 && status < 500;
  return isRefusal && !EXPECTED.retriedErrors.includes(status) ? 'over' : 'again';
}

/** U-31: its next attempt is due now, and the rest of the schedule continues from there. */
export function deliverAgain(world: ModelWorld, delivery: ModelDelivery): void {
  delivery.state = 'waiting';
  delivery.dueAt = world.now;
  delivery.isTakenAway = false;
}

/** Ours: what waits for a webhook goes where that is now, and ends when there is none any more. */
export function moveWebhook(world: ModelWorld, profile: ProfileName, url: string | null): void {
  const former = world.webhooks[profile];
  world.webhooks[profile] = url;
  for (const delivery of world.deliveries) {
    if (delivery.webhook !== profile || delivery.url !== former || delivery.state !== 'waiting') continue;
    if (url === null) Object.assign(delivery, { state: 'failed', dueAt: null, isTakenAway: true });
    else delivery.url = url;
  }
}
