import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { measureDurableInserts } from './durable-inserts.ts';
import { median } from './measure.ts';
import { type BenchPlace, openPlace } from './place.ts';
import { type Bench, result } from './result.ts';
import { CONNECTIONS, SECRET, type Sent, sendDeliveries } from './sender.ts';

const TIMES = 5;

/** Signed deliveries to `hooks listen` over HTTP, each answered when it is on the disk. */
export const RECEIVED: Bench = {
  id: 'P13',
  async run() {
    const place = openPlace();
    const target = await openHangingTarget();
    const alone = await startReceiver(place, join(place.folder, 'alone.db'), []);
    const hanging = await startReceiver(place, join(place.folder, 'hanging.db'), ['--forward', target.url]);
    try {
      const rounds: (readonly [own: Sent, hung: Sent, inserts: number])[] = [];
      await sendDeliveries(alone);
      await sendDeliveries(hanging);
      for (let round = 0; round < TIMES; round++) {
        rounds.push([
          await sendDeliveries(alone),
          await sendDeliveries(hanging),
          await measureDurableInserts(),
        ]);
      }
      const of = (read: (round: (typeof rounds)[number]) => number) => median(rounds.map(read));
      const rate = of(([own]) => own.perSecond);
      const floor = of(([, , inserts]) => inserts);
      const p99 = of(([, hung]) => hung.p99Ms);
      const p99Alone = of(([own]) => own.p99Ms);
      return [
        result({
          id: 'P13',
          what: 'rate of deliveries received, durable, against inserts',
          figure: of(([own, , inserts]) => own.perSecond / inserts),
          unit: 'x',
          budget: 1.5,
          goal: 2,
          isRate: true,
          detail: `${rate.toFixed(0)} deliveries/s against ${floor.toFixed(0)} single inserts/s`,
        }),
        result({
          id: 'P13',
          what: 'p99 of answers while the target hangs, against none',
          figure: of(([own, hung]) => hung.p99Ms / own.p99Ms),
          unit: 'x',
          budget: 2,
          goal: 1.1,
          detail: `${p99.toFixed(1)} ms against ${p99Alone.toFixed(1)}, ${CONNECTIONS} at once`,
        }),
      ];
    } finally {
      await Promise.all([alone.stop(), hanging.stop()]);
      target.close();
      place.remove();
    }
  },
};

interface BenchedReceiver {
  readonly url: URL;
  stop(): Promise<void>;
}

/** Starts the program as it is installed, and waits until it listens. @param store a file, or a URL of Postgres */
export async function startReceiver(
  place: BenchPlace,
  store: string,
  words: readonly string[],
): Promise<BenchedReceiver> {
  const { file, words: all } = place.crier([
    'hooks',
    'listen',
    '--no-catch-up',
    '--path',
    '/in',
    '--store',
    store,
    ...words,
  ]);
  const child = spawn(file, all, {
    env: { ...place.env, CRIER_WEBHOOK_SECRET: SECRET },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await readUrl(child);
  return {
    url,
    async stop() {
      child.kill('SIGKILL'); // with a target that hangs, the end would wait for it
      await once(child, 'close');
    },
  };
}

function readUrl(child: ChildProcess): Promise<URL> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      text += String(chunk);
      const url = /http:\/\/127\.0\.0\.1:\d+\/in/.exec(text)?.[0];
      if (url !== undefined && text.includes('press Ctrl-C')) resolve(new URL(url));
    });
    child.once('close', () => reject(new Error(`it does not listen: ${text}`)));
  });
}

export async function openHangingTarget() {
  const server = createServer(() => {}); // never answers
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
