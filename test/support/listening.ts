import { openListener } from '../../src/cli/context/listener.ts';
import type { ReceivedRecord } from '../../src/cli/hooks/receiver/received-delivery.ts';
import { openOutbound } from '../../src/outbound/open-outbound.ts';
import { stoppedClock } from './clock.ts';
import { type Around, crier, type Ran } from './crier.ts';

/** `hooks listen`, as this process runs it. */
export interface Listening {
  readonly url: string;
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
  const { promise: ready, resolve } = Promise.withResolvers<number>();
  const clock = around.clock ?? stoppedClock(NOW);
  let port = 0;
  const ran = crier(['hooks', 'listen', '--path', PATH, ...words], {
    clock,
    ...around,
    signal: ending.signal,
    async listen(options) {
      const listener = await openListener(options);
      ({ port } = listener);
      return listener;
    },
    async outbound(allowance) {
      const outbound = openOutbound({ allowance, clock });
      return {
        ...outbound,
        async post(request) {
          const answer = await outbound.post(request);
          if (answer.status === 204) setImmediate(() => resolve(port)); // it has asked itself
          return answer;
        },
      };
    },
  });
  await Promise.race([
    ready,
    ran.then(({ stderr }) => Promise.reject(new Error(`it never listened: ${stderr}`))),
  ]);
  const url = `http://127.0.0.1:${port}${PATH}`;
  return {
    url,
    ran,
    post: (body, headers = {}) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close', ...headers },
        body: typeof body === 'string' ? body : new Uint8Array(body),
      }),
    end() {
      ending.abort('interrupted');
      return ran;
    },
  };
}

/** The records that `-o ndjson` printed. */
export function receivedIn({ stdout }: Pick<Ran, 'stdout'>): readonly ReceivedRecord[] {
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as ReceivedRecord); // the command's own records
}
