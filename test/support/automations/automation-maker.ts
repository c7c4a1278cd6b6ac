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
        if (answer.body.code !== 1503 || answer.body.retryAvailable !== true) return answer;
      }
    },
  });
  const codes = new Set<number>();
  let most = 0;
  let kept = 0;
  for (let left = Number(attempts); left > 0; left--) {
    const { http, body } = await create(PLAIN);
    if (http !== 200) {
      codes.add(body.code);
      continue;
    }
    most = Math.max(most, (await list()).body.automations.length);
    if (left > 1) await remove(body.id);
    else kept = 1;
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
