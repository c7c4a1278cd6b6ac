import { dirname } from 'node:path';
import type { ServiceTarget } from '../../../../client/target.ts';
import type { Transport, WireRequest } from '../../../../client/transport.ts';
import type { PrivateAllowlist } from '../../../../domain/addresses/public-url.ts';
import { joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { CrierError, createUsageError, markDiscovery } from '../../../../errors.ts';
import type { Migrated, Sandbox, SandboxCredentials } from '../../../../sandbox/open-sandbox.ts';
import type { ServerNote } from '../../../../sandbox/server-note.ts';
import { FROZEN_CLOCK_HEADER } from '../../../../service/times.ts';
import { checkPrivateFile, checkPrivateFolder } from '../../../../storage/private-files.ts';
import type { Machine } from '../../../../world.ts';
import type { Output } from '../../output/printing/output.ts';
import type { KnownSecrets } from '../../output/text/known-secrets.ts';
import { maskLikelySecret } from '../../output/text/known-secrets.ts';
import { formatFlags } from '../../output/text/shell-command.ts';
import { suggestNearest } from '../../output/text/suggest-nearest.ts';
import type { SandboxChoice } from '../../settings/choose-service.ts';
import { getSandboxFile, getServerLogFile, getStatePaths } from '../../settings/paths.ts';
import { isInCi } from '../../terminal/ask-user.ts';
import type { ContextParts } from '../context-parts.ts';
import type { SandboxConnection } from './sandbox-control.ts';

/** The folder of the sandbox's data and of its server's files. */
export function getSandboxFolder(machine: Machine): string {
  return dirname(getSandboxFile(machine));
}

/** How to open a sandbox without a server. */
export interface SandboxConnectionOptions {
  /** Moves unusable data aside and creates new data. */
  beginsAnew?: boolean;
  /** Seed file of a new sandbox, instead of the demo data. */
  seedFile?: string | undefined;
  /** Private addresses that it may reach in this run. */
  allowance?: PrivateAllowlist;
  /** Does not wait for a busy server: for commands about the server itself. */
  isBrief?: boolean;
}

/**
 * Connects to this machine's sandbox: to its server, or directly to its file.
 *
 * @throws CrierError of kind usage when its file is unusable
 */
export async function openSandboxConnection(
  parts: SandboxConnectionParts,
  use: SandboxConnectionOptions = {},
): Promise<SandboxConnection> {
  const connection = await openCurrentConnection(parts, use);
  const transport =
    connection.server === null
      ? connection.transport
      : createReconnectingTransport(connection, () => openCurrentConnection(parts, use));
  return {
    ...connection,
    async transport(request) {
      const answer = await transport(request);
      parts.markSandbox();
      return answer;
    },
  };
}

export type SandboxConnectionParts = ContextParts;

/** Connects to the server that runs now, if any; it may stop later. */
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

/** Opens the sandbox's file in this process. */
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

/** Printed once, by the process that migrated the file. */
export function formatMigrationNote({ from, to, copy }: Migrated): string {
  return `the sandbox's data was migrated from version ${from} to ${to}; the old data is kept in ${copy}`;
}

/** Keys of the sandbox are redacted like any other key, except where a command prints them on purpose. */
export function addSandboxKeys(
  secrets: KnownSecrets,
  { apiKey, adminToken, xPair, profiles }: SandboxCredentials,
): void {
  secrets.add(apiKey, adminToken, xPair.key, xPair.secret, ...profiles.map(({ profileKey }) => profileKey));
}

/** Opens a sandbox; moves an unusable file aside. */
async function openOrReplace(
  open: () => Promise<Sandbox>,
  { world, output }: ContextParts,
): Promise<Sandbox> {
  const { openOrMoveAside } = await import('../../../../storage/database-copies.ts');
  const file = getSandboxFile(world);
  const { opened, aside } = await openOrMoveAside({ file, open, now: world.clock.now() });
  if (aside !== null) await output.note(`the old data is unusable; it was moved to ${aside}`);
  return opened;
}

/** A connection within this process. @param server the server's note, when this process serves the sandbox */
export function createLocalConnection(sandbox: Sandbox, server: ServerNote | null): SandboxConnection {
  return {
    baseUrl: new URL('http://sandbox.localhost/'),
    credentials: sandbox.credentials,
    transport: createSandboxTransport(sandbox),
    server,
  };
}

export function createServerConnection(server: ServerNote, transport: Transport): SandboxConnection {
  return { baseUrl: new URL(server.address), credentials: server.credentials, transport, server };
}

/**
 * The target and transport for a client of this machine's sandbox.
 *
 * @param writes whether the call changes something
 * @throws CrierError of kind auth for a sandbox that is only the default, without a person at a terminal; of kind
 *   usage when it has no such profile
 */
export async function connectSandbox(
  parts: ContextParts,
  choice: SandboxChoice,
  writes: boolean,
): Promise<{
  target: ServiceTarget;
  transport: Transport;
  profiles: SandboxCredentials['profiles'];
}> {
  if (choice.isUnasked) await announceDefaultSandbox(parts, writes);
  const entrance = await openSandboxConnection(parts);
  if (writes) await announceClock(entrance, parts);
  const { credentials } = entrance;
  return {
    target: buildSandboxTarget(entrance, choice.profile),
    transport: noteFrozenClock(entrance.transport, parts.output),
    profiles: credentials.profiles,
  };
}

/**
 * Announces that the sandbox is the default, even with `--quiet`.
 *
 * @throws CrierError of kind auth where no person is seen to use it: a job whose secret is missing must not read demo
 *   data, and a script must not take what the sandbox stored for published
 */
async function announceDefaultSandbox(
  { world, flags, output }: ContextParts,
  writes: boolean,
): Promise<void> {
  const mayRead = !flags.noInput && !isInCi(world.env) && isUsedByPerson(world, false);
  if (!mayRead || (writes && !isUsedByPerson(world, true))) {
    const where = mayRead ? ', and a change in a pipe uses the built-in sandbox only with --sandbox' : '';
    throw new CrierError('auth', `no service is configured${where}`, {
      http: null,
      advice: `set CRIER_BASE_URL and CRIER_API_KEY, or choose a saved context with ${formatFlags`--context <name>`}; for the demo data of the built-in sandbox, add --sandbox`,
      isDiscovery: true,
    });
  }
  await output.notice('using the built-in sandbox: no service is configured (crier help environment)');
}

/**
 * Whether a terminal shows that a person started this. One who pipes keeps stdin or stderr; a script that takes the
 * output of a change, and a hook of git, which has no stdin, do not count for changes.
 */
function isUsedByPerson({ stdin, stdout, stderr }: ContextParts['world'], writes: boolean): boolean {
  return writes ? stdin.isTerminal && stdout.isTerminal : stdin.isTerminal || stderr.isTerminal;
}

/** Writes are recorded with the sandbox's time, which may not be that of the machine. */
async function announceClock(entrance: SandboxConnection, { world, output }: ContextParts): Promise<void> {
  const [{ createSandboxControl }, { listWriteNotes }] = await Promise.all([
    import('./sandbox-control.ts'),
    import('./describe-clock.ts'),
  ]);
  const clock = await createSandboxControl(entrance, world).call('getClock', {});
  for (const sentence of listWriteNotes(clock)) await output.note(sentence);
}

/** Notes a frozen clock beside tables, since a person would wait for what was scheduled. */
function noteFrozenClock(transport: Transport, { settings, note }: Output): Transport {
  if (settings.format !== 'table') return transport;
  return async (request) => {
    const answer = await transport(request);
    const { date, [FROZEN_CLOCK_HEADER]: frozen } = answer.headers;
    if (frozen === undefined || date === undefined) return answer;
    const { describeFrozenClock } = await import('./describe-clock.ts');
    await note(describeFrozenClock(formatIsoSeconds(Date.parse(date))));
    return answer;
  };
}

function buildSandboxTarget(
  { baseUrl, credentials }: SandboxConnection,
  profile: string | null,
): ServiceTarget {
  const { apiKey, xPair, profiles } = credentials;
  const chosen = profiles.find((each) => each.alias === profile);
  if (profile !== null && chosen === undefined) {
    const aliases = profiles.map((each) => each.alias);
    const advice = `${suggestNearest(profile, aliases)}it has ${joinWithOr(aliases)}`;
    throw markDiscovery(
      createUsageError(`the sandbox has no profile "${maskLikelySecret(profile)}"`, advice),
    );
  }
  return { baseUrl, apiKey, xPair, profileKey: chosen?.profileKey ?? null };
}

type SandboxRoute = { baseUrl: URL; transport: Transport };

/**
 * Sends requests to the process that serves the sandbox at that time. Long-running commands outlive a server:
 * it may stop, so that only the sandbox's file is left, or come back on another port.
 *
 * @param find finds the new connection when one is refused; nothing was sent then, so no request is sent
 *   twice
 */
export function createReconnectingTransport(
  first: SandboxRoute,
  find: () => Promise<SandboxRoute>,
): Transport {
  let way = first;
  return async (request) => {
    try {
      return await way.transport(redirectRequest(way, request));
    } catch (cause) {
      if (!isRefused(cause)) throw cause;
      way = await find();
      return way.transport(redirectRequest(way, request));
    }
  };
}

function redirectRequest({ baseUrl }: SandboxRoute, request: WireRequest): WireRequest {
  const { pathname, search } = request.url;
  return { ...request, url: new URL(`${pathname}${search}`, baseUrl) };
}

function isRefused(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

/** Sends requests directly to a sandbox in this process, without a socket; nothing is compressed for that. */
export function createSandboxTransport(sandbox: Pick<Sandbox, 'answer'>): Transport {
  return async ({ signal, headers: { 'accept-encoding': _accepted, ...headers }, upload, ...request }) => {
    signal.throwIfAborted();
    const sent = upload === undefined ? request : { ...request, stream: upload.chunks };
    const { body, stream, ...answer } = await sandbox.answer({ ...sent, headers });
    return { ...answer, body: stream === undefined ? yieldOnce(body) : stream.chunks() };
  };
}

async function* yieldOnce(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}

/**
 * Restricts the sandbox's existing files and folders to their owner.
 *
 * @returns a sentence for each problem that was fixed, or has to be
 * @throws CrierError `usage` when a folder is a symbolic link
 * @see docs/safety.md#C5, #D9
 */
export function secureStateFolder(machine: Machine): readonly string[] {
  const { folders, files } = getStatePaths(machine);
  const warnings: string[] = [];
  for (const place of folders) {
    const found = checkPrivateFolder(place);
    if (found === null) return warnings;
    warnings.push(...found);
  }
  return folders.every(({ hasModes }) => hasModes)
    ? [...warnings, ...files.flatMap(checkPrivateFile)]
    : warnings;
}
