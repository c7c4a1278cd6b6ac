import { randomBytes } from 'node:crypto';
import { openSandbox } from '../../../src/sandbox/open-sandbox.ts';
import { askSandbox } from '../small-sandbox.ts';
import { automationsOf, PLAIN } from './ask-automations.ts';

/** What a maker saw. */
export interface MakerSaid {
  /** The most active automations that there ever were when it looked. */
  readonly most: number;
  /** How many it made that are still there. */
  readonly kept: number;
  /** The codes of its refusals, each once. */
  readonly codes: readonly number[];
}

const NAME = `of process ${process.pid}`;
/** The sandbox's file, and how often to try. */
const [file = '', attempts = '0'] = process.argv.slice(2);

/** Tries again and again to make one, looks how many there are, and takes it away; the last one it keeps. */
async function makeMany(): Promise<MakerSaid> {
  const sandbox = await openSandbox({ file, clock: { now: Date.now }, random: randomBytes });
  const { create, remove, list } = automationsOf({
    // as clients do: the other process may hold the write lock for longer than a request waits
    async ask(path, request) {
      for (;;) {
        const answer = await askSandbox(sandbox, path, request);
        const isSafe = answer.body.retryAvailable === true || request?.method === 'DELETE';
        if (answer.body.code !== 1503 || !isSafe) return answer;
      }
    },
  });
  const codes = new Set<number>();
  let most = 0;
  let kept = 0;
  for (let left = Number(attempts); left > 0; left--) {
    const { http, body } = await create({ ...PLAIN, name: NAME });
    // where the lock was met on the way, only a look says whether it was made
    if (http !== 200 && body.code !== 1503) {
      codes.add(body.code);
      continue;
    }
    const { automations } = (await list()).body;
    most = Math.max(most, automations.length);
    const own = automations.filter(({ name }: { name: string }) => name === NAME);
    if (left > 1) for (const { id } of own) await remove(id);
    else kept = own.length;
  }
  sandbox.close();
  return { most, kept, codes: [...codes] };
}

// A program of its own: reports that it is ready, gets the time, begins then, and reports the result.
process.once('message', async (moment: number) => {
  while (Date.now() < moment);
  const said = await makeMany();
  process.send?.(said, () => process.disconnect());
});
process.send?.('ready');
