import { UNCOUNTED_HEADER } from '../../../../sandbox/http/sandbox-request.ts';
import type { Sandbox } from '../../../../sandbox/open-sandbox.ts';
import { SECOND_MS } from '../../../../service/durations.ts';
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
}

/** A server that starts or stops is noticed within this time. */
const SERVER_CHECK_MS = SECOND_MS;

export function shareSandbox(parts: SandboxConnectionParts): SharedSandbox {
  const { world } = parts;
  const shared = { openSandbox: shareOpened(parts), openLoopback: openUncounted(world) };
  const sharing = { ...parts, world: { ...world, ...shared } };
  let current: { readonly address: string | null; readonly control: SandboxControl } | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  return {
    world: shared,
    async readVersion() {
      if (current === null || world.clock.steady() - checkedAt >= SERVER_CHECK_MS) {
        checkedAt = world.clock.steady();
        const address = (await world.findServer(getSandboxFolder(world)))?.address ?? null;
        if (current?.address !== address) current = null;
        current ??= { address, control: createSandboxControl(await openSandboxConnection(sharing), world) };
      }
      const { version } = await current.control.call('getVersion', {});
      return `${current.address} ${version}`;
    },
  };
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
