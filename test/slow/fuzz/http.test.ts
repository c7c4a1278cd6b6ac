import { expect, test } from 'vitest';
import type { SandboxRequest } from '../../../src/sandbox/http/sandbox-request.ts';
import type { OpenApiDocument } from '../../../src/service/openapi/build-document.ts';
import { type FuzzedSandbox, judgeRequest, openFuzzedSandbox } from '../../support/fuzz/http/judge-answer.ts';
import { createRequestMaker } from '../../support/fuzz/http/make-requests.ts';
import { createFuzzRandom } from '../../support/fuzz/random.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const seed = testSeed();
/** `CRIER_FUZZ_SECONDS` sets it. */
const SECONDS = Number(process.env['CRIER_FUZZ_SECONDS'] ?? scaled(3, 60));
const MOST_FAULTS = 20;
/** A sandbox gets this number of requests, so that ids of its answers lead to further ones. */
const REQUESTS_OF_SANDBOX = 400;
const MOST_IDS = 300;

async function readDocument({ sandbox }: FuzzedSandbox): Promise<OpenApiDocument> {
  const answer = await sandbox.fetch(new Request('http://sandbox.localhost/openapi.json'));
  return (await answer.json()) as OpenApiDocument; // a test of its own holds it
}

/** All ids of an answer, at any depth. */
function* listIds(value: unknown, name = ''): Generator<string> {
  if (typeof value === 'string' && /id$/i.test(name)) yield value;
  if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value))
      yield* listIds(member, Array.isArray(value) ? name : key);
}

/** A post that is sent again with its idempotency key is not published again. */
async function findRepetition(
  request: SandboxRequest,
  first: unknown,
  fuzzed: FuzzedSandbox,
): Promise<readonly string[]> {
  const { document, status } = await judgeRequest(request, fuzzed, false);
  const getId = (answer: unknown) => [...listIds(answer)][0];
  const isTwice = status === 200 && getId(document) !== getId(first);
  return isTwice ? [`it is published twice: ${JSON.stringify([first, document]).slice(0, 600)}`] : [];
}

test(`no request is answered in an undocumented way (seed ${seed})`, {
  tags: ['T6'],
  timeout: (SECONDS + 120) * 1_000,
}, async () => {
  const random = createFuzzRandom(seed);
  const faults: string[] = [];
  const statuses = new Map<number | null, number>();
  const until = performance.now() + SECONDS * 1_000;
  let requests = 0;
  while (performance.now() < until && faults.length < MOST_FAULTS) {
    const fuzzed = await openFuzzedSandbox();
    const { credentials } = fuzzed.sandbox;
    const ids: string[] = [];
    const keys = () => [
      credentials.apiKey,
      null,
      ...credentials.profiles.map(({ profileKey }) => profileKey),
    ];
    const makeRequest = createRequestMaker(await readDocument(fuzzed), { ids, keys, random });
    for (
      let at = 0;
      at < REQUESTS_OF_SANDBOX && performance.now() < until && faults.length < MOST_FAULTS;
      at += 1
    ) {
      const request = makeRequest();
      const { document, status, faults: found } = await judgeRequest(request, fuzzed, random.once(4));
      requests += 1;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      for (const id of listIds(document)) if (ids.length < MOST_IDS) ids.push(id);
      const isKeyed = status === 200 && /"idempotencyKey":"[^"]/.test(String(request.body));
      const all = [...found, ...(isKeyed ? await findRepetition(request, document, fuzzed) : [])];
      const shown = {
        ...request,
        url: request.url.href,
        headers: { ...request.headers, authorization: undefined },
      };
      if (all.length > 0) faults.push(`${JSON.stringify(shown).slice(0, 1_500)}: ${all.join('; ')}`);
      if (at % 50 === 49) fuzzed.rest();
    }
    fuzzed.close();
  }
  const counts = [...statuses]
    .toSorted(([, one], [, other]) => other - one)
    .map(([status, count]) => `${count} of ${status}`);
  report(
    `${requests} requests, ${Math.round(requests / SECONDS)} a second: ${counts.join(', ')}; ${faults.length} faults (seed ${seed})`,
  );
  expect(faults).toEqual([]);
  // it reaches what operations do, and not only their checks
  expect(statuses.get(200)).toBeGreaterThan(requests / 20);
});
