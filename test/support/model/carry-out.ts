import { advance, engage, resend, takeBack } from './apply-event.ts';
import type { ModelCommand } from './command.ts';
import { compare } from './compare.ts';
import { webhookUrlOf } from './expected.ts';
import {
  type ModelAnswer,
  modelCreate,
  modelDelete,
  modelPause,
  modelResume,
  modelUpdate,
  updateOf,
} from './model.ts';
import { deliverAgain, moveWebhook } from './model-deliveries.ts';
import { changeSecret, registerSecret } from './model-secrets.ts';
import { Difference, learnIds, type Scenario } from './scenario.ts';
import { type ModelAutomation, picked } from './world.ts';

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
    case 'compare':
      return compare(scenario);
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

type ManageCommandOf<D extends ModelCommand['do']> = Extract<ModelCommand, { do: D }>;

/** Makes an automation, or gets the error that there are too many. @throws Difference */
async function create(scenario: Scenario, command: Omit<ManageCommandOf<'create'>, 'do'>): Promise<void> {
  const { world, sandbox, automationIds } = scenario;
  const { profile, triggers, actions } = command;
  const answered = modelCreate(world, command);
  const answer = await sandbox.service('POST', '/automations', {
    as: profile,
    body: { platform: 'instagram', name: `number ${world.automations.length}`, triggers, actions },
  });
  agree(answered, answer);
  if (answered !== 200) return;
  automationIds.push(answer.body.id);
  // The one that was just made.
  await learn(scenario, world.automations[world.automations.length - 1]);
}

async function learn(scenario: Scenario, automation: ModelAutomation | undefined): Promise<void> {
  if (automation === undefined || automation.state === 'deleted') return;
  const { body } = await scenario.sandbox.service('GET', pathOf(scenario, automation), {
    as: automation.profile,
  });
  learnIds(scenario, automation.triggers, body.triggers);
  learnIds(scenario, automation.actions, body.actions);
}

export type Changing = ManageCommandOf<'update'> | ManageCommandOf<'pause' | 'resume' | 'delete'>;

/** Changes, pauses, resumes or deletes one. @throws Difference */
async function change(scenario: Scenario, command: Changing): Promise<void> {
  const automation = picked(scenario.world.automations, command.which);
  if (automation === undefined) return;
  const [method, body] = changeOf(automation, command);
  const answered = changed(scenario, automation, command);
  const path = pathOf(scenario, automation);
  agree(answered, await scenario.sandbox.service(method, path, { as: automation.profile, body }));
  await learn(scenario, automation);
}

function changeOf(automation: ModelAutomation, command: Changing): ['PUT' | 'DELETE', unknown] {
  switch (command.do) {
    case 'update':
      return ['PUT', updateOf(automation, command)];
    case 'pause':
      return ['PUT', { active: false }];
    case 'resume':
      return ['PUT', { active: true }];
    case 'delete':
      return ['DELETE', undefined];
  }
}

function changed({ world }: Scenario, automation: ModelAutomation, command: Changing): ModelAnswer {
  switch (command.do) {
    case 'update':
      return modelUpdate(world, automation, command);
    case 'pause':
      return modelPause(automation);
    case 'resume':
      return modelResume(world, automation);
    case 'delete':
      return modelDelete(automation);
  }
}

const pathOf = ({ automationIds }: Scenario, { number }: ModelAutomation): string =>
  `/automations/${automationIds[number]}`;

function agree(expected: ModelAnswer, { http, body }: { http: number; body: { code?: number } }): void {
  const answered = http === 200 ? 200 : body.code;
  if (answered !== expected) throw new Difference(`the answer is ${answered} and should be ${expected}`);
}
