import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pair, usage } from './measure.ts';
import { openPlace } from './place.ts';
import { type Bench, result, times } from './result.ts';
import { serveComments } from './service.ts';

const COUNT = 100_000;
const SHARE_OF_ROUNDS = 5;
const USAGES = 3;

/** Every comment of a large answer as a line of its own: the time against jq's over the same body, and the memory. */
export const STREAM: Bench = {
  id: 'P7',
  async run(rounds) {
    const [place, service] = [openPlace(), await serveComments(COUNT)];
    const body = join(place.folder, 'body.json');
    writeFileSync(body, service.body);
    const ours = place.crier(['comments', 'get', 'x', '-o', 'ndjson'], service.env);
    const jq = { file: 'jq', words: ['-c', '.instagram[]', body] };
    const hasJq = spawnSync(jq.file, ['--version'], { env: place.env }).status === 0;
    const found = hasJq ? await pair(place, ours, jq, Math.ceil(rounds / SHARE_OF_ROUNDS)) : null;
    const { peakMiB } = await usage(place, ours, USAGES);
    service.close();
    place.remove();
    const size = `${(service.body.length / 1e6).toFixed(0)} MB`;
    return [
      result({
        id: 'P7',
        what: `${COUNT} comments (${size}) to ndjson, against jq -c`,
        figure: found?.ratio ?? null,
        unit: 'x',
        budget: 1,
        goal: 0.5,
        detail: found === null ? 'there is no jq on this machine' : times(found),
      }),
      result({
        id: 'P7',
        what: 'the most memory that it takes',
        figure: peakMiB,
        unit: 'MiB',
        budget: 350,
        goal: 100,
        detail: '',
      }),
    ];
  },
};
