import { dirname } from 'node:path';
import type { ServiceTarget } from '../client/target.ts';
import type { Transport } from '../client/transport.ts';
import { createUsageError } from '../errors.ts';
import type { PrivateAllowlist } from '../rules/private-allowlist.ts';
import type { Migrated, Sandbox, SandboxCredentials } from '../sandbox/open-sandbox.ts';
import type { ServerNote } from '../sandbox/server-note.ts';
import type { SandboxChoice } from './config.ts';
import type { ContextParts } from './context.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { maskLikelySecret } from './mask-likely-secret.ts';
import type { Output } from './output.ts';
import { getSandboxFile, getServerLogFile } from './paths.ts';
import { createReconnectingTransport } from './reconnecting-transport.ts';
import { createSandboxTransport } from './sandbox-transport.ts';
import { joinWithOr, suggestNearest } from './suggest-nearest.ts';
import type { World } from './world.ts';

/** A way into this machine's sandbox. */
export interface SandboxConnection {
  readonly baseUrl: URL;
  readonly credentials: SandboxCredentials;
  readonly transport: Transport;
  /** The process that serves it; null when none does. */
  readonly server: ServerNote | null;
  /** Path of the log of the process that serves it. */
  readonly log?: string;
  /** Ends what this process asks of others; left out where another one asks. @returns how many requests were cut short */
  stop?(): Promise<number>;
}

/** The folder of the sandbox's data, and of what its server leaves beside it. */
export function getSandboxFolder(world: Pick<World, 'env' | 'homeFolder' | 'platform'>): string {
  return dirname(getSandboxFile(world));
}

/** How a sandbox is opened that no process serves. */
export interface SandboxConnectionOptions {
  /** Its data, where it cannot be used, is moved aside for new data. */
  readonly beginsAnew?: boolean;
  /** What a new sandbox holds in place of the demo data. */
  readonly seedFile?: string | undefined;
  /** What it may reach in this run though it is not public. */
  readonly allowance?: PrivateAllowlist;
  /** The command is about the server itself: one that is busy is not waited for. */
  readonly isBrief?: boolean;
}

/**
 * The way into this machine's sandbox: to the process that serves it, or straight into its file.
 *
 * @throws CrierError of kind usage when its file is of no use
 */
export async function openSandboxConnection(
  parts: SandboxConnectionParts,
  use: SandboxConnectionOptions = {},
): Promise<SandboxConnection> {
  const entrance = await openCurrentConnection(parts, use);
  if (entrance.server === null) return entrance;
  return {
    ...entrance,
    transport: createReconnectingTransport(entrance, () => openCurrentConnection(parts, use)),
  };
}

type SandboxConnectionParts = Pick<ContextParts, 'world' | 'output' | 'flags' | 'secrets' | 'onEnd'>;

/** The way that there is at this moment, which may end. */
async function openCurrentConnection(
  parts: SandboxConnectionParts,
  use: SandboxConnectionOptions,
): Promise<SandboxConnection> {
  const { world, secrets } = parts;
  const server = await world.findServer(getSandboxFolder(world));
  if (server === null) return openOwnSandbox(parts, use);
  const { requireServer } = await import('./check-server.ts');
  await requireServer(server, world, use.isBrief ?? false);
  addSandboxKeys(secrets, server.credentials);
  return { ...createServerConnection(server, await world.openLoopback()), log: getServerLogFile(world) };
}

/** The way straight into the file. */
async function openOwnSandbox(
  parts: SandboxConnectionParts,
  { beginsAnew = false, allowance = [], seedFile }: SandboxConnectionOptions,
): Promise<SandboxConnection> {
  const { world, output, flags } = parts;
  const open = () =>
    world.openSandbox({
      file: getSandboxFile(world),
      allowance,
      seedFile,
      onMigrated: (migrated) => void output.note(formatMigrationNote(migrated)),
      onDefect: (traceId, error) => {
        if (flags.verbose)
          void output.trace(
            `! sandbox, trace id ${traceId}: ${error instanceof Error ? error.stack : error}`,
          );
      },
    });
  const sandbox = await (beginsAnew ? openOrReplace(open, parts) : open());
  parts.onEnd(() => sandbox.close());
  addSandboxKeys(parts.secrets, sandbox.credentials);
  return { ...createLocalConnection(sandbox, null), stop: sandbox.stop };
}

/** Said once, by the process that changed the file. */
export function formatMigrationNote({ from, to, copy }: Migrated): string {
  return `the sandbox's data was brought from version ${from} to ${to}; a copy of it as it was is kept in ${copy}`;
}

/** They open nothing but the sandbox; still they are shown where they are meant to be, and nowhere else. */
export function addSandboxKeys(
  secrets: KnownSecrets,
  { apiKey, adminToken, xPair, profiles }: SandboxCredentials,
): void {
  secrets.add(apiKey, adminToken, xPair.key, xPair.secret, ...profiles.map(({ profileKey }) => profileKey));
}

/** Opens a sandbox whose file may be of no use: then that one is moved aside. */
async function openOrReplace(
  open: () => Promise<Sandbox>,
  { world, output }: Pick<ContextParts, 'world' | 'output'>,
): Promise<Sandbox> {
  const { openOrMoveAside } = await import('../disk/open-or-move-aside.ts');
  const file = getSandboxFile(world);
  const { opened, aside } = await openOrMoveAside({ file, open, now: world.clock.now() });
  if (aside !== null) await output.note(`the old data could not be used, and is kept in ${aside}`);
  return opened;
}

/** The way straight into a sandbox of this process. @param server the note about it, where this process serves it */
export function createLocalConnection(sandbox: Sandbox, server: ServerNote | null): SandboxConnection {
  return {
    baseUrl: new URL('http://sandbox.localhost/'),
    credentials: sandbox.credentials,
    transport: createSandboxTransport(sandbox),
    server,
  };
}

/** The way to a server that is running. */
export function createServerConnection(server: ServerNote, transport: Transport): SandboxConnection {
  return { baseUrl: new URL(server.address), credentials: server.credentials, transport, server };
}

/**
 * Whom a client speaks to in this machine's sandbox, and the way there.
 *
 * @param writes the call changes something
 * @throws CrierError of kind usage when nobody asked for the sandbox and nobody would see that it is written to, or
 *   when it has no such profile
 */
export async function connectSandbox(
  parts: ContextParts,
  choice: SandboxChoice,
  writes: boolean,
): Promise<{ readonly target: ServiceTarget; readonly transport: Transport }> {
  const { world, output } = parts;
  if (choice.isUnasked) await announceDefaultSandbox(world, output, writes);
  const entrance = await openSandboxConnection(parts);
  if (writes) await announceSetClock(entrance, parts);
  return { target: buildSandboxTarget(entrance, choice.profile), transport: entrance.transport };
}

/** Nobody is surprised: reading says where the data comes from, and writing needs a person who sees that. */
async function announceDefaultSandbox(world: World, output: Output, writes: boolean): Promise<void> {
  if (writes && !(world.stdin.isTerminal && world.stderr.isTerminal)) {
    throw createUsageError(
      'no service is chosen, and this would change something',
      'add --sandbox for the built-in sandbox, or set CRIER_BASE_URL and CRIER_API_KEY',
    );
  }
  await output.note('using the built-in sandbox: no service is configured (crier help environment)');
}

/** What is written while the clock is set gets a time that is not now. */
async function announceSetClock(
  entrance: SandboxConnection,
  { world, output }: Pick<ContextParts, 'world' | 'output'>,
): Promise<void> {
  const { createSandboxControl } = await import('./sandbox-control.ts');
  const { mode, now } = await createSandboxControl(entrance, world).call('getClock', {});
  if (mode === 'set') await output.note(`the sandbox's clock is set to ${now}`);
}

function buildSandboxTarget(
  { baseUrl, credentials }: SandboxConnection,
  profile: string | null,
): ServiceTarget {
  const { apiKey, xPair, profiles } = credentials;
  const chosen = profiles.find((each) => each.alias === profile);
  if (profile !== null && chosen === undefined) {
    const aliases = profiles.map((each) => each.alias);
    throw createUsageError(
      `the sandbox has no profile "${maskLikelySecret(profile)}"`,
      `${suggestNearest(profile, aliases)}it has ${joinWithOr(aliases)}`,
    );
  }
  return { baseUrl, apiKey, xPair, profileKey: chosen?.profileKey ?? null };
}
