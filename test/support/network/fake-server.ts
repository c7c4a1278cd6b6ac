import type { Transport } from '../../../src/client/transport.ts';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import type { ServerNote } from '../../../src/sandbox/server-note.ts';
import type { Processes, World } from '../../../src/world.ts';

type Pretended = Pick<World, 'findServer' | 'checkServer' | 'openLoopback' | 'serveSandbox' | 'processes'>;

/** What stands for other processes and sockets in a run of this one. */
export interface FakeServer {
  /** A process serves this machine's sandbox. */
  readonly isServed?: boolean;
  readonly run?: Processes['run'];
  /** What opens web pages; without it, nothing does. */
  readonly openUrl?: Processes['openUrl'];
  /** The pager; without it, there is none. */
  readonly page?: Processes['page'];
  /** Programs that get an input; without it, each succeeds. */
  readonly runWithInput?: Processes['runWithInput'];
  readonly requireCommand?: Processes['requireCommand'];
  /** What other programs print; without it, there are none. */
  readonly readOutput?: Processes['readOutput'];
  /** Whether a process of this machine has ended; without it, none has. */
  readonly hasEnded?: Processes['hasEnded'];
  /** Learns with which words this program was started again. */
  onStart?(words: readonly string[]): void;
  /** What others do while this process serves the sandbox. */
  onServe?(sandbox: Sandbox): Promise<void>;
}

const OWN_ID = 4_000;
const OTHER_ID = 4_242;
const PORT = 4_321;

/**
 * A machine on which servers start at once, take no port and stop at once, and commands print their own words.
 *
 * @param open this machine's sandbox
 */
export function startFakeServer(
  open: () => Promise<Sandbox>,
  print: (text: string) => Promise<void>,
  {
    isServed = false,
    run,
    runWithInput = async () => 0,
    requireCommand = async () => {},
    readOutput = async () => null,
    openUrl = async () => false,
    page = async () => false,
    hasEnded = async () => false,
    onStart,
    onServe,
  }: FakeServer = {},
): Pretended {
  let running: Promise<ServerNote> | null = isServed ? noteOf(open, OTHER_ID) : null;
  return {
    findServer: async () => (running === null ? null : running),
    checkServer: async () => 'ours',
    openLoopback: async () => loopback(open),
    async serveSandbox(options) {
      const sandbox = await options.open();
      const note = { ...(await noteOf(async () => sandbox, OWN_ID)), memory: options.memory };
      return {
        note,
        sandbox,
        stopped: onServe?.(sandbox) ?? Promise.resolve(),
        close: async () => sandbox.close(),
      };
    },
    processes: {
      ownId: OWN_ID,
      async startSelf(words) {
        onStart?.(words);
        running = noteOf(open, OTHER_ID);
        return { id: OTHER_ID, ended: new Promise(() => {}), detach: () => {} };
      },
      run:
        run ??
        (async (command) => {
          await print(JSON.stringify({ command }));
          return 0;
        }),
      end() {
        running = null;
      },
      runWithInput,
      requireCommand,
      readOutput,
      openUrl,
      page,
      differenceOf: async () => null,
      identify: async () => 'this one',
      hasEnded,
      isStopped: async () => false,
    },
  };
}

async function noteOf(open: () => Promise<Sandbox>, pid: number): Promise<ServerNote> {
  const { credentials } = await open();
  const address = `http://127.0.0.1:${PORT}`;
  return { pid, port: PORT, address, memory: false, startedAt: 0, credentials };
}

function loopback(open: () => Promise<Sandbox>): Transport {
  return async ({ signal: _signal, ...request }) => {
    const { body, ...answer } = await (await open()).answer(request);
    return { ...answer, body: once(body) };
  };
}

async function* once(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}
