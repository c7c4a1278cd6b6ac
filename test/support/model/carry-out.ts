import type { ModelCommand } from './command.ts';
import { advance, engage, resend, takeBack } from './happen.ts';
import { look } from './look.ts';
import { change, create } from './manage.ts';
import { resendDelivery, secret, webhook } from './outgoing.ts';
import type { Scenario } from './scenario.ts';

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
