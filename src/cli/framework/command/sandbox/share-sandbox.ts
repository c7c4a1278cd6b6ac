import { UNCOUNTED_HEADER } from '../../../../sandbox/http/sandbox-request.ts';
import type { Sandbox } from '../../../../sandbox/open-sandbox.ts';
import { SECOND_MS } from '../../../../service/durations.ts';
import { MEDIA_PATHS } from '../../../../service/media-limits.ts';
import type { World } from '../../../../world.ts';
import { getSandboxFile } from '../../settings/paths.ts';
import { getSandboxFolder, openSandboxConnection, type SandboxConnectionParts } from './connect-sandbox.ts';
import { createSandboxControl, type SandboxControl } from './sandbox-control.ts';

/** This machine's sandbox for a run that calls many commands: without a server, its file is opened once for all of them. */
export interface SharedSandbox {
  /** For the commands that are called: what they read counts against no limit. */
  readonly world: Pick<World, 'openSandbox' | 'openLoopback'>;
  /**
   * Another text after each change of its data, by any process.
   *
   * @throws CrierError when it cannot be read
   */
  readVersion(): Promise<string>;
  /**
   * Reads an uploaded file.
   *
   * @returns null when there is none, or when it has more bytes
   * @throws CrierError when the sandbox cannot be read
   */
  readUpload(id: string, mostBytes: number): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** A server that starts or stops is noticed within this time. */
const SERVER_CHECK_MS = SECOND_MS;
/** For a file, which a server on this machine sends at once. */
const UPLOAD_MS = 10 * SECOND_MS;

export function shareSandbox(parts: SandboxConnectionParts): SharedSandbox {
  const { world } = parts;
  const shared = { openSandbox: shareOpened(parts), openLoopback: openUncounted(world) };
  const sharing = { ...parts, world: { ...world, ...shared } };
  let current: { readonly address: string | null; readonly control: SandboxControl } | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const connect = async () => {
    if (current === null || world.clock.steady() - checkedAt >= SERVER_CHECK_MS) {
      checkedAt = world.clock.steady();
      const address = (await world.findServer(getSandboxFolder(world)))?.address ?? null;
      if (current?.address !== address) current = null;
      current ??= { address, control: createSandboxControl(await openSandboxConnection(sharing), world) };
    }
    return current;
  };
  return {
    world: shared,
    async readVersion() {
      const { address, control } = await connect();
      const { version } = await control.call('getVersion', {});
      return `${address} ${version}`;
    },
    async readUpload(id, mostBytes) {
      const { baseUrl, transport } = (await connect()).control.connection;
      const { status, body } = await transport({
        method: 'GET',
        url: new URL(MEDIA_PATHS.file + encodeURIComponent(id), baseUrl),
        headers: {},
        body: null,
        signal: AbortSignal.any([world.signal, AbortSignal.timeout(UPLOAD_MS)]),
      });
      return status === 200 ? readUpTo(body, mostBytes) : null;
    },
  };
}

async function readUpTo(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > mostBytes) return null;
    read.push(chunk);
  }
  return new Uint8Array(Buffer.concat(read));
}

/** Opens the file once, and again when it was moved or removed; with other options, it is opened for one command. */
function shareOpened({ world, onEnd }: SandboxConnectionParts): World['openSandbox'] {
  let opened: Promise<Sandbox> | null = null;
  const openAgain = (options: Parameters<World['openSandbox']>[0]): Promise<Sandbox> => {
    opened = world.openSandbox(options);
    // the next one tries again
    opened.catch(() => {
      opened = null;
    });
    return opened;
  };
  onEnd(async () => (await opened?.catch(() => null))?.close());
  return async (options) => {
    const isUsual =
      options.file === getSandboxFile(world) && !options.allowance?.length && options.seedFile === undefined;
    if (!isUsual) return world.openSandbox(options);
    let sandbox = await (opened ?? openAgain(options));
    try {
      sandbox.requireInPlace();
    } catch {
      sandbox.close();
      sandbox = await openAgain(options);
    }
    const { credentials, answer } = sandbox;
    return {
      ...sandbox,
      answer: (request) =>
        answer({ ...request, headers: addUncounted(request.headers, credentials.adminToken) }),
      close: () => {},
    };
  };
}

/** Reaches the server of the sandbox, and gives no other one its token. */
function openUncounted(world: World): World['openLoopback'] {
  return async () => {
    const [transport, server] = await Promise.all([
      world.openLoopback(),
      world.findServer(getSandboxFolder(world)),
    ]);
    return async (request) => {
      const isServer = server !== null && new URL(server.address).origin === request.url.origin;
      if (!isServer) return transport(request);
      return transport({ ...request, headers: addUncounted(request.headers, server.credentials.adminToken) });
    };
  };
}

function addUncounted(headers: Readonly<Record<string, string>>, adminToken: string): Record<string, string> {
  return { ...headers, [UNCOUNTED_HEADER]: adminToken };
}
