import type { Client } from '../../../../client/client.ts';
import { createUsageError } from '../../../../errors.ts';
import { finishUnlessCutShort } from '../../../../receiver/run/end-of-run.ts';
import type { RunningReceiver } from '../../../../receiver/run/run-receiver.ts';
import { waitForStore } from '../../../../receiver/wait-for-store.ts';
import { registerWebhook, unregisterWebhook } from '../../../../service/endpoints/webhooks.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { addAllowPrivateAdvice } from '../../webhooks/blocked-deliveries.ts';
import { findWebhookUrl, readOwnWebhooks } from '../../webhooks/own-webhooks.ts';
import { forgetRegistration, noteRegistration } from './registration-notes.ts';

interface Registration {
  receiver: RunningReceiver;
  flags: { publicUrl?: string | undefined };
  secret: string | null;
}

/** Registers the receiver until the run ends, however it ends. @returns true */
export async function registerReceiver(
  client: Client,
  actions: readonly string[],
  { receiver, flags: { publicUrl }, secret }: Registration,
  context: CommandContext,
): Promise<true> {
  const { service, io } = context;
  const url = publicUrl === undefined ? receiver.url : `${publicUrl.replace(/\/+$/, '')}${receiver.path}`;
  const ending = new AbortController();
  const closing = await service.closingClient(ending.signal);
  const webhooks = await addAllowPrivateAdvice([url], context, () =>
    registerForRun(client, actions, { url, secret, closing, receiver, io }),
  );
  const fields = { actions, url };
  await receiver.log.add({ level: 'info', event: 'webhook.registered', message: null, fields });
  service.markWritesShown(); // in the notes at the start, and taken back at the end
  io.onEnd(async () => {
    const release = io.onSecondSignal(() => ending.abort('stopped by a second signal'));
    const takeBack = async () => {
      for (const message of await webhooks.takeBack())
        await receiver.log.add({ level: 'info', event: 'webhook.restored', message });
    };
    await finishUnlessCutShort(takeBack(), ending.signal, io.clock);
    release();
  });
  return true;
}

/** What is registered for a run. */
interface WebhookForRun {
  url: string;
  /** Signs the deliveries; null for the profile's current one. */
  secret: string | null;
  /** Takes it back, also when the signal of the run has aborted. */
  closing: Client;
  receiver: Pick<RunningReceiver, 'inbox' | 'processId' | 'log'>;
  io: CommandContext['io'];
}

/**
 * Registers a URL for actions, with the profile's own secret.
 *
 * @throws CrierError of the service, after what was registered was taken back
 */
async function registerForRun(
  client: Client,
  actions: readonly string[],
  { url, secret, closing, receiver: { inbox, processId: process, log }, io }: WebhookForRun,
) {
  const before = await readOwnWebhooks(client);
  if (before === null && actions.length > 0)
    throw createUsageError(
      'the current webhooks cannot be read, so that they could not be restored',
      'register them with "crier hooks register"',
    );
  const registered = new Map<string, string | null>();
  /** Unregisters them; a webhook that one of them replaced is registered again. @returns a note for each */
  const takeBack = async () => {
    const notes: string[] = [];
    for (const [action, former] of [...registered].toReversed()) {
      // a store that fails does not keep it registered
      const isUsed = await forgetRegistration(inbox, { action, process }, io).catch(() => false);
      notes.push(
        isUsed
          ? `${action} stays registered: another listener uses it, see "crier hooks store status"`
          : await restoreWebhook(closing, action, former),
      );
    }
    return notes;
  };
  try {
    for (const action of new Set(actions)) {
      const current = findWebhookUrl(action, before);
      const former = await waitForStore(() => noteRegistration(inbox, { action, url, current, process }), {
        clock: io.clock,
        signal: io.signal,
        onFault: log.addFault,
      });
      await client.call(registerWebhook, { body: { action, url, ...(secret !== null && { secret }) } });
      registered.set(action, former);
    }
  } catch (error) {
    await takeBack();
    throw error;
  }
  return { takeBack };
}

/** @param former the URL that was replaced; null if there was none */
async function restoreWebhook(client: Client, action: string, former: string | null): Promise<string> {
  try {
    if (former === null) await client.call(unregisterWebhook, { body: { action } });
    else await client.call(registerWebhook, { body: { action, url: former } });
    return former === null ? `unregistered ${action}` : `registered ${former} for ${action} again`;
  } catch (error) {
    const command =
      former === null ? crier`hooks unregister ${action}` : crier`hooks register ${action} ${former}`;
    return `${action} could not be taken back: ${error instanceof Error ? error.message : ''}; run "${command}"`;
  }
}
