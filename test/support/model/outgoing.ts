import type { ModelCommand } from './command.ts';
import { advance } from './happen.ts';
import { deliverAgain, moveWebhook } from './model-deliveries.ts';
import { changeSecret, registerSecret } from './model-secrets.ts';
import { webhookUrlOf } from './promised.ts';
import type { Scenario } from './scenario.ts';
import { picked } from './world.ts';

type OutgoingCommandOf<D extends ModelCommand['do']> = Extract<ModelCommand, { do: D }>;

/** Registers a webhook, or takes it away. @see docs/service/webhooks.md#routes, #HOOK-03 */
export async function webhook(
  { world, sandbox }: Scenario,
  { profile, registered, place, secret: own }: OutgoingCommandOf<'webhook'>,
): Promise<void> {
  const url = registered ? webhookUrlOf(profile, place) : null;
  moveWebhook(world, profile, url);
  const action = 'automations';
  if (url === null) {
    await sandbox.service('DELETE', '/hook/webhook', { as: profile, body: { action } });
    return;
  }
  if (own !== undefined) registerSecret(world, profile, own);
  const body = { action, url, ...(own !== undefined && { secret: own }) };
  await sandbox.service('POST', '/hook/webhook', { as: profile, body });
}

/** Changes a secret, or what is known of it. */
export async function secret(
  { world, sandbox }: Scenario,
  { profile, secret: next, isReadable }: OutgoingCommandOf<'secret'>,
): Promise<void> {
  // There has to be one.
  if (next === undefined && world.secrets[profile].secret === null) return;
  if (next !== undefined) changeSecret(world, profile, next);
  world.secrets[profile] = { ...world.secrets[profile], isReadable };
  await sandbox.control('setWebhookSecret', {
    profile,
    isReadable,
    ...(next !== undefined && { secret: next }),
  });
}

/** Redelivers a delivery manually, and lets it leave. */
export async function resendDelivery(
  scenario: Scenario,
  { which }: OutgoingCommandOf<'deliver again'>,
): Promise<void> {
  const { world, sandbox } = scenario;
  const delivery = picked(world.deliveries, which);
  if (delivery === undefined) return;
  const { deliveries } = await sandbox.control('listDeliveries', {});
  const hookId = deliveries[world.deliveries.indexOf(delivery)]?.hookId ?? '';
  deliverAgain(world, delivery);
  await sandbox.control('redeliver', { hookId });
  await advance(scenario, 0);
}
