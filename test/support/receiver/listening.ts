import type { ReceivedRecord } from '../../../src/cli/features/hooks/receiver/received-delivery.ts';
import { openOutbound } from '../../../src/outbound/open-outbound.ts';
import { openListener } from '../../../src/process/listener.ts';
import { stoppedClock } from '../clock.ts';
import { type Around, crier, type Ran } from '../crier.ts';
import { parseLines, postJson } from './served-callbacks.ts';

/** `hooks listen`, as this process runs it. */
export interface Listening {
  readonly url: string;
  /** Of `--admin-port`, without a path. */
  readonly adminUrl: string;
  /** Posts to it as the service does. */
  post(body: string | Uint8Array, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Ends it as Ctrl-C does. */
  end(): Promise<Ran>;
  /** How it ended by itself. */
  readonly ran: Promise<Ran>;
}

const PATH = '/in';
/** 2026-09-21T14:13:20Z */
const NOW = 1_790_000_000_000;

/** Runs `hooks listen` with these words on a real socket, and waits until it is ready. */
export async function startListening(words: readonly string[], around: Around = {}): Promise<Listening> {
  const ending = new AbortController();
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const clock = around.clock ?? stoppedClock(NOW);
  let [port, adminPort] = [0, 0];
  const ran = crier(['hooks', 'listen', '--path', PATH, ...words], {
    clock,
    ...around,
    signal: ending.signal,
    async listen(options) {
      const listener = await (around.listen ?? openListener)(options);
      if (options.bodyBytes > 0) ({ port } = listener);
      else adminPort = listener.port;
      return listener;
    },
    outbound: async (allowance) => openOutbound({ allowance, clock }),
    onOutput(text) {
      around.onOutput?.(text);
      if (text.includes('press Ctrl-C to stop')) resolve();
    },
  });
  await Promise.race([
    ready,
    ran.then(({ stderr }) => Promise.reject(new Error(`it never listened: ${stderr}`))),
  ]);
  const url = `http://127.0.0.1:${port}${PATH}`;
  return {
    url,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    ran,
    post: (body, headers = {}) => postJson(url, body, headers),
    end() {
      ending.abort('interrupted');
      return ran;
    },
  };
}

/** The records that `-o ndjson` printed. */
export const receivedIn = (ran: Pick<Ran, 'stdout'>) => parseLines<ReceivedRecord>(ran);
