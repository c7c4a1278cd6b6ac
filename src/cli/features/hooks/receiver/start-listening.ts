import type { Client } from '../../../../client/client.ts';
import { formatUrlHost, isLoopback } from '../../../../domain/addresses/url-shape.ts';
import { addAdvice, CrierError, createUsageError } from '../../../../errors.ts';
import { finishUnlessCutShort } from '../../../../receiver/run/end-of-run.ts';
import {
  type EndedRegistration,
  registerForRun,
  type ServiceWebhooks,
} from '../../../../receiver/run/register-for-run.ts';
import { type RunningReceiver, runReceiver } from '../../../../receiver/run/run-receiver.ts';
import { registerWebhook, unregisterWebhook } from '../../../../service/endpoints/webhooks.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { isSandbox } from '../../../framework/command/sandbox/sandbox-control.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { addAllowPrivateAdvice } from '../../webhooks/blocked-deliveries.ts';
import { chooseStore } from '../../webhooks/choose-store.ts';
import { readTargets } from '../../webhooks/forward-targets.ts';
import { readOwnWebhooks, refuseWebhook } from '../../webhooks/own-webhooks.ts';
import { refuseUrl } from '../../webhooks/private-addresses.ts';
import {
  type ReloadedSecrets,
  readReloadedSecrets,
  requireSameChecks,
} from '../../webhooks/reloaded-secrets.ts';
import {
  buildNoSecretError,
  readSigningSecrets,
  type WebhookSecret,
} from '../../webhooks/signing-secrets.ts';
import { readHistory } from '../read-history.ts';
import type { ListenFlags } from './listen-flags.ts';
import { describeChecks, formatSummary, listStartNotes } from './listen-notes.ts';
import { finishAtEnd, limitReceiverMemory, readAdminToken } from './operation.ts';
import { createExplainer } from './received-delivery.ts';

/** Starts the receiver of these flags, until the run ends: it takes in what it has missed, and is registered. */
export async function startListening(flags: ListenFlags, context: CommandContext) {
  const { io, service } = context;
  const { choice } = await service.choose();
  const callsService = flags.register.length > 0 || flags.fromHistory;
  const hasService = callsService || choice.kind === 'service' || !choice.isUnasked;
  const ofSandbox = hasService && isSandbox(choice);
  refuseRegistration(flags, ofSandbox);
  const held = await readReloadedSecrets(
    (former: ReceiverSecrets | null) => readReceiverSecrets(flags, former, context),
    ({ signing }) => describeChecks(signing),
    io,
  );
  const secrets = held.current.signing;
  refuseUnchecked(flags, secrets, ofSandbox);
  const writes = flags.register.length > 0 || ofSandbox;
  const client = hasService ? await service.client({ writes }) : null;
  const checks = {
    toleranceMs: ofSandbox ? null : flags.tolerance,
    getSecrets: () => held.current.signing.map(({ secret }) => secret),
  };
  const receiver = await openReceiver(flags, { held, checks, callsService }, context);
  await receiver.catchUp(
    client === null || flags.noCatchUp
      ? null
      : { read: () => readHistory(client), isFollowed: flags.fromHistory, isOnce: flags.once },
  );
  const isAsked = flags.register.length > 0;
  const actions = client === null ? [] : isAsked ? flags.register : ofSandbox ? ['automations'] : [];
  let isRegistered = false;
  if (client !== null && actions.length > 0) {
    const own = { actions, publicUrl: flags.publicUrl, secret: secrets[0]?.secret ?? null };
    isRegistered = await registerReceiver(receiver, client, own, context).then(
      () => true,
      (error: unknown) => {
        if (isAsked || !(error instanceof CrierError) || error.kind !== 'rejected') throw error;
        return false; // the note at the start says how the sandbox may reach it
      },
    );
  }
  const notes = listStartNotes(receiver, {
    secrets,
    registered: isRegistered ? actions : [],
    publicUrl: flags.publicUrl,
    ofSandbox,
    noForward: flags.noForward,
    programName: io.programName,
  });
  return { receiver, notes, explain: createExplainer(checks, io.clock) };
}

async function openReceiver(
  flags: ListenFlags,
  {
    held,
    checks,
    callsService,
  }: {
    held: ReloadedSecrets<ReceiverSecrets>;
    checks: { toleranceMs: number | null; getSecrets(): readonly string[] };
    callsService: boolean;
  },
  context: CommandContext,
): Promise<RunningReceiver> {
  const { io } = context;
  const store = await chooseStore(flags, context, { callsService });
  await limitReceiverMemory(store, io);
  const options = {
    ...flags,
    ...checks,
    store,
    path: flags.path?.replace(/^\/?/, '/') ?? null,
    targets: readTargets(flags),
    getAdminToken: () => held.current.adminToken,
    rate: flags.rate ?? null,
    deadlineMs: flags.attemptTimeout,
    keepMs: flags.keep,
    most: flags.requests ?? Number.POSITIVE_INFINITY,
  };
  const receiver = await runReceiver(options, io);
  held.startReloading(receiver.log.add);
  finishAtEnd(receiver, io, () => {
    const message = formatSummary(receiver);
    return receiver.log.add({ level: 'info', event: 'stopped', message, fields: receiver.counts });
  });
  return receiver;
}

function refuseRegistration(
  { register, publicUrl, fromHistory, once }: ListenFlags,
  ofSandbox: boolean,
): void {
  if (once && !fromHistory)
    throw createUsageError('--once needs --from-history', 'or use --requests to stop after some deliveries');
  if (publicUrl !== undefined) refuseUrl(publicUrl, 'https://hooks.example.com', '--public-url');
  if (register.length > 0 && publicUrl === undefined && !ofSandbox)
    throw createUsageError(
      '--register needs --public-url: the service cannot reach this machine by its own address',
      'give the address of a tunnel or a reverse proxy: --public-url https://hooks.example.com',
    );
  for (const action of register) refuseWebhook({ action }, { anyAction: false });
}

interface ReceiverSecrets {
  signing: readonly WebhookSecret[];
  /** Of health and metrics. */
  adminToken: string | null;
}

/** @throws CrierError of kind usage when one cannot be read, or is blank */
async function readReceiverSecrets(
  flags: ListenFlags,
  former: ReceiverSecrets | null,
  context: CommandContext,
): Promise<ReceiverSecrets> {
  context.settings.forget(); // a context may have the secret
  const signing = await readSigningSecrets(flags.secretFile, context);
  const adminToken = await readAdminToken(flags, context);
  if (former !== null) {
    requireSameChecks(former.signing.length > 0, signing.length > 0);
    requireSameChecks(former.adminToken !== null, adminToken !== null);
  }
  return { signing, adminToken };
}

/** @throws CrierError of kind usage when anyone could send deliveries, and that was not asked for */
function refuseUnchecked(
  { unsigned, host }: ListenFlags,
  [configured]: readonly WebhookSecret[],
  ofSandbox: boolean,
): void {
  if (configured !== undefined && unsigned)
    throw createUsageError(
      `--unsigned would accept deliveries of anyone, but the secret of ${configured.from} is set`,
      `omit --unsigned to check signatures, or ${describeRemoval(configured.from)}`,
    );
  if (configured === undefined && !unsigned && !ofSandbox)
    throw addAdvice(buildNoSecretError('hooks listen'), 'to accept deliveries of anyone, add --unsigned');
  if (host !== undefined && configured === undefined && !isLoopback(formatUrlHost(host)))
    throw createUsageError(
      `other machines could send deliveries to ${host}, and no secret is set to check them`,
      'set one with --secret-file or CRIER_WEBHOOK_SECRET, or omit --host',
    );
}

/** How a secret is removed. @param from its source, as in {@link WebhookSecret} */
function describeRemoval(from: string): string {
  if (from.includes('--secret-file')) return 'omit --secret-file';
  return from.startsWith('CRIER_') ? `unset ${from}` : 'run "crier config unset webhook-secret"';
}

/**
 * Registers the receiver until the run ends, however it ends.
 *
 * @param publicUrl undefined for its own address
 * @param secret signs the deliveries; null for the profile's current one
 */
async function registerReceiver(
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
