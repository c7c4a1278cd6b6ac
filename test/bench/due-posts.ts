import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openSandbox } from '../../src/sandbox/open-sandbox.ts';
import { HOUR_MS } from '../../src/service/durations.ts';
import { scaled } from '../support/scale.ts';
import { median } from './measure.ts';
import { openPlace } from './place.ts';
import { type Bench, result } from './result.ts';

const FEW = 300;
/** With `CRIER_CHAOS=1` as many as the budget names. */
const MANY = scaled(3_000, 10_000);
const NOW = Date.UTC(2026, 8, 21, 14, 13, 20);
const TIMES = 3;

/**
 * Posts of one moment, created over the API and then published when the clock is advanced: processor time for each.
 * Their texts are random words of a short list, so that many are similar and none is a near-duplicate.
 */
export const DUE_POSTS: Bench = {
  id: 'P15',
  async run() {
    await timePosts(FEW); // compiles what runs often
    const few: number[] = [];
    for (let time = 0; time < TIMES; time += 1) few.push(await timePosts(FEW));
    const [ms, againstMs] = [await timePosts(MANY), median(few)];
    return [
      result({
        id: 'P15',
        what: `each of ${MANY} posts due at one moment, against of ${FEW}`,
        figure: ms / againstMs,
        unit: 'x',
        budget: 1.3,
        goal: 1.1,
        detail: `${ms.toFixed(2)} ms against ${againstMs.toFixed(2)}; ${((ms * MANY) / 1_000).toFixed(1)} s in all`,
      }),
    ];
  },
};

/** @returns processor time for each post, in milliseconds */
async function timePosts(count: number): Promise<number> {
  const place = openPlace();
  const file = join(place.folder, 'sandbox.db');
  const sandbox = await openSandbox({ file, clock: { now: () => NOW }, random: randomBytes });
  const { apiKey, adminToken } = sandbox.credentials;
  const send = async (method: string, path: string, body: object, key: string) => {
    const { status, body: answer } = await sandbox.answer({
      method,
      url: new URL(`http://sandbox.localhost${path}`),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${new TextDecoder().decode(answer)}`);
    return new TextDecoder().decode(answer);
  };
  await send('PUT', '/_sandbox/rate-limit', { max: null }, adminToken);
  const texts = listTexts(count);
  const scheduleDate = new Date(NOW + HOUR_MS).toISOString();
  const before = process.cpuUsage();
  for (const post of texts) {
    await send('POST', '/post', { post, platforms: ['facebook'], scheduleDate }, apiKey);
  }
  const advanced = await send('POST', '/_sandbox/clock/advance', { ms: HOUR_MS }, adminToken);
  const { user, system } = process.cpuUsage(before);
  if (!advanced.includes(`"posts":${count}`)) throw new Error(`not all were published: ${advanced}`);
  sandbox.close();
  place.remove();
  return (user + system) / 1_000 / count;
}

const WORDS =
  'beans roast morning counter open umbrella harbour window bread oven plates cups market river street music autumn table coffee friends garden winter summer bicycle letter paper lantern silver copper wooden'.split(
    ' ',
  );
const WORDS_OF_A_TEXT = 14;

function listTexts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    [...randomBytes(WORDS_OF_A_TEXT)]
      .map((byte) => WORDS[byte % WORDS.length])
      .concat(`${index}`)
      .join(' '),
  );
}
