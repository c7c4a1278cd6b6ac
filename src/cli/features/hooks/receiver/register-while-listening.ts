import type { Client } from '../../../../client/client.ts';
import { finishUnlessCutShort } from '../../../../receiver/run/end-of-run.ts';
import {
  type EndedRegistration,
  registerForRun,
  type ServiceWebhooks,
} from '../../../../receiver/run/register-for-run.ts';
import type { RunningReceiver } from '../../../../receiver/run/run-receiver.ts';
import { registerWebhook, unregisterWebhook } from '../../../../service/endpoints/webhooks.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { addAllowPrivateAdvice } from '../../webhooks/blocked-deliveries.ts';
import { readOwnWebhooks } from '../../webhooks/own-webhooks.ts';

/**
 * Registers the receiver until the run ends, however it ends.
 *
 * @param publicUrl undefined for its own address
 * @param secret signs the deliveries; null for the profile's current one
 */
export async function registerReceiver(
  receiver: RunningReceiver,
  client: Client,
  {
    actions,
    publicUrl,
    secret,
  }: { actions: readonly string[]; publicUrl: string | undefined; secret: string | null },
  context: CommandContext,
): Promise<void> {
  const { service, io } = context;
  const url = publicUrl === undefined ? receiver.url : `${publicUrl.replace(/\/+$/, '')}${receiver.path}`;
  const ending = new AbortController();
  const webhooks = createWebhookCalls(client, secret);
  const closing = createWebhookCalls(await service.closingClient(ending.signal), null);
  const { takeBack } = await addAllowPrivateAdvice([url], context, () =>
    registerForRun(receiver, { actions, url }, { webhooks, closing }, io),
  );
  const fields = { actions, url };
  await receiver.log.add({ level: 'info', event: 'webhook.registered', message: null, fields });
  service.markWritesShown(); // in the notes at the start, and taken back at the end
  io.onEnd(async () => {
    const release = io.onSecondSignal(() => ending.abort('stopped by a second signal'));
    const report = async () => {
      for (const each of await takeBack())
        await receiver.log.add({ level: 'info', event: 'webhook.restored', message: describeEnded(each) });
    };
    await finishUnlessCutShort(report(), ending.signal, io.clock);
    release();
  });
}

function createWebhookCalls(client: Client, secret: string | null): ServiceWebhooks {
  return {
    async list() {
      const webhooks = await readOwnWebhooks(client);
      return webhooks && new Map(webhooks.map(({ action, url }) => [action, url]));
    },
    async register(action, url, isOwn) {
      const body = { action, url, ...(isOwn && secret !== null && { secret }) };
      await client.call(registerWebhook, { body });
    },
    async unregister(action) {
      await client.call(unregisterWebhook, { body: { action } });
    },
  };
}

function describeEnded({ action, former, result, error }: EndedRegistration): string {
  switch (result) {
    case 'kept':
      return `${action} stays registered: another listener uses it, see "crier hooks store status"`;
    case 'restored':
      return former === null ? `unregistered ${action}` : `registered ${former} for ${action} again`;
    case 'failed': {
      const command =
        former === null ? crier`hooks unregister ${action}` : crier`hooks register ${action} ${former}`;
      return `${action} could not be taken back: ${error instanceof Error ? error.message : ''}; run "${command}"`;
    }
  }
}
