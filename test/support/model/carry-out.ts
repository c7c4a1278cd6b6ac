import type { ModelCommand } from './command.ts';
import { advance, engage, resend, takeBack } from './happen.ts';
import { look } from './look.ts';
import { change, create } from './manage.ts';
import { deliverAgain, moveWebhook } from './model-deliveries.ts';
import { changeSecret, registerSecret } from './model-secrets.ts';
import { webhookUrlOf } from './promised.ts';
import type { Scenario } from './scenario.ts';
import { picked } from './world.ts';

type CommandOf<D extends ModelCommand['do']> = Extract<ModelCommand, { do: D }>;

/**
 * Has the model and the sandbox do a step.
 *
 * @throws Difference when they do not agree on what comes of it
 */
export async function carryOut(scenario: Scenario, command: ModelCommand): Promise<void> {
  const { world, sandbox } = scenario;
  switch (command.do) {
    case 'create':
      return create(scenario, command);
    case 'fill':
      for (let left = command.count; left > 0; left--) await create(scenario, { ...NEVER, ...command });
      return;
    case 'update':
    case 'pause':
    case 'resume':
    case 'delete':
      return change(scenario, command);
    case 'engage':
      return engage(scenario, command);
    case 'resend':
      return resend(scenario, command);
    case 'take back':
      return takeBack(scenario, command);
    case 'advance':
      return advance(scenario, command.seconds);
    case 'look':
      return look(scenario);
    case 'requests':
      world.requests.set(command.who, command.requests);
      await sandbox.control('setPerson', { username: command.who, messageRequests: command.requests });
      return;
    case 'account':
      world.accounts[command.profile] = { ...world.accounts[command.profile], ...command.change };
      await sandbox.control('setAccount', {
        profile: command.profile,
        platform: 'instagram',
        ...command.change,
      });
      return;
    case 'plan':
      world.plan = command.plan;
      await sandbox.control('setPlan', { plan: command.plan });
      return;
    case 'caps': {
      const { accountPerDay, profilePerDay, perMonth } = command;
      world.caps = { accountPerDay, profilePerDay, perMonth };
      await sandbox.control('setDmLimits', {
        perDay: accountPerDay,
        perDayOfProfile: profilePerDay,
        perMonth,
      });
      return;
    }
    case 'webhook':
      return webhook(scenario, command);
    case 'secret':
      return secret(scenario, command);
    case 'outside':
      Object.assign(sandbox.outbound.moods, { webhooks: command.webhooks, texts: command.texts });
      return;
    case 'deliver again':
      return resendDelivery(scenario, command);
    case 'network':
      return network(scenario, command);
  }
}

/** What `fill` makes. */
const NEVER: Omit<CommandOf<'create'>, 'do' | 'profile'> = {
  triggers: [{ type: 'dm_keyword', keywords: ['what nobody says'] }],
  actions: [{ type: 'send_dm', message: 'Here it is.' }],
};

async function network(scenario: Scenario, { refuses }: CommandOf<'network'>): Promise<void> {
  const { world, sandbox } = scenario;
  world.refuses = refuses;
  await sandbox.control('clearFaults', {});
  if (refuses !== null) {
    await sandbox.control('addFault', { code: refuses, network: 'instagram', endpoint: 'sendDm' });
  }
}

type OutgoingCommandOf<D extends ModelCommand['do']> = Extract<ModelCommand, { do: D }>;

/** Registers a webhook, or takes it away. @see docs/service/webhooks.md#routes, #HOOK-03 */
async function webhook(
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
async function secret(
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
async function resendDelivery(
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
