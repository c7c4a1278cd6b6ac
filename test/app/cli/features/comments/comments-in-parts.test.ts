import { expect, test } from 'vitest';
import type { Transport } from '../../../../../src/client/transport.ts';
import { ClosedPipe } from '../../../../../src/world.ts';
import { crier } from '../../../../support/crier.ts';
import { createManualClock } from '../../../../support/manual-clock.ts';
import { networkError } from '../../../../support/network/client.ts';

const ENV = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
const COUNT = 2_000;
const CHUNK = 60_000;

const listOf = (count: number, part: (index: number) => object = () => ({})) =>
  Array.from({ length: count }, (_each, index) => ({
    commentId: `c${index}`,
    comment: `text ${index} ${'y'.repeat(800)}`,
    created: '2026-09-21T14:13:20Z',
    ...part(index),
  }));

/** Longer than what is read before the first part: a network with replies, X, and one that failed, behind the lists. */
const ANSWER = JSON.stringify({
  status: 'success',
  id: 'x',
  facebook: listOf(3),
  instagram: listOf(COUNT, (index) =>
    index % 50 === 0 ? { replies: listOf(2, (at) => ({ commentId: `r${index}.${at}` })) } : {},
  ),
  twitter: listOf(400, (index) => ({ referencedTweets: [{ type: 'replied_to', id: `c${index - 1}` }] })),
  errors: [{ platform: 'linkedin', status: 'error', code: 161, message: 'not found' }],
});

function serve(text: string, { path = '/comments/', lostAfter = Number.POSITIVE_INFINITY } = {}) {
  const bytes = Buffer.from(text);
  const seen = { chunks: 0, signal: null as AbortSignal | null };
  const network: Transport = async ({ signal, url }) => {
    const isComments = url.pathname.includes(path);
    const body = isComments ? bytes : Buffer.from('{"status":"success"}');
    if (isComments) seen.signal = signal;
    async function* chunks() {
      for (let at = 0; at < body.length; at += CHUNK) {
        if (isComments && at >= lostAfter) throw networkError('ECONNRESET');
        if (isComments) seen.chunks += 1;
        yield body.subarray(at, at + CHUNK);
      }
    }
    return { status: 200, headers: { 'content-type': 'application/json' }, body: chunks() };
  };
  return { seen, network };
}

test('ndjson of a long answer has the records of the document, and the exit code of a network that failed', async () => {
  const { network } = serve(ANSWER);
  const lines = await crier('comments get x -o ndjson', { env: ENV, network });
  const whole = await crier('comments get x -o json', { env: ENV, network });
  const { comments } = whole.json as { comments: readonly unknown[] };
  expect(comments).toHaveLength(3 + COUNT + 400);
  expect(lines.stdout).toBe(comments.map((comment) => `${JSON.stringify(comment)}\n`).join(''));
  expect([lines.exitCode, lines.stderr]).toEqual([3, whole.stderr]);
});

test('an answer that is cut short fails after the comments that could be read', async () => {
  const lines = await crier('comments get x -o ndjson', { env: ENV, ...serve(ANSWER.slice(0, 1_500_000)) });
  const printed = lines.stdout.trimEnd().split('\n');
  expect(printed.length).toBeGreaterThan(1_000);
  expect(JSON.parse(printed.at(-1) ?? '')).toMatchObject({ id: `c${printed.length - 4}` });
  expect([lines.exitCode, lines.stderr]).toEqual([10, expect.stringContaining('is not JSON')]);
});

test('a reader that stops ends the request', async () => {
  const { seen, network } = serve(ANSWER);
  const total = Math.ceil(ANSWER.length / CHUNK);
  let writes = 0;
  const stdout = {
    isTerminal: false,
    isEmptyFile: false,
    columns: undefined,
    async write() {
      writes += 1;
      if (writes === 2) throw new ClosedPipe();
    },
  };
  await crier('comments get x -o ndjson', { env: ENV, network, stdout });
  expect(seen.chunks).toBeLessThan(total);
  expect(seen.signal?.aborted).toBe(true);
});

test.each(['ndjson', 'csv', 'tsv', 'table'])(
  'comments of several posts in parts are those of each of them: %s',
  async (format) => {
    const { network } = serve(ANSWER);
    const one = await crier(`comments get x -o ${format} --allow-partial`, { env: ENV, network });
    const two = await crier(`comments get x y -o ${format} --allow-partial`, { env: ENV, network });
    const countOf = (text: string, id: number) => text.split(`text ${id} `).length - 1;
    for (const id of [0, 7, 1_900, COUNT - 1])
      expect(countOf(two.stdout, id)).toBe(2 * countOf(one.stdout, id));
    expect(two.stdout.match(/text \d/g)).toHaveLength(2 * (one.stdout.match(/text \d/g) ?? []).length);
    expect([one.exitCode, two.exitCode]).toEqual([0, 0]);
  },
);

test('of several posts, one that is cut short fails after its comments, and the others follow', async () => {
  const [cut, whole] = [serve(ANSWER.slice(0, 1_500_000)), serve(ANSWER)];
  const network: Transport = (request) =>
    request.url.pathname.endsWith('/cut') ? cut.network(request) : whole.network(request);
  const run = await crier('comments get cut x -o ndjson', { env: ENV, network });
  const ids = run.stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { requestedId: string }).requestedId);
  const ofCut = ids.filter((id) => id === 'cut').length;
  expect(ofCut).toBeGreaterThan(1_000);
  expect(ids.slice(ofCut)).toEqual(Array.from({ length: 3 + COUNT + 400 }, () => 'x'));
  expect([run.exitCode, run.stderr]).toEqual([3, expect.stringContaining('is not JSON')]);
});

test.each([
  ['comments inbox --list', 'unanswered comments'],
  ['inbox list --kind comment', 'entries'],
])('%s counts the comments of an answer that is read again once', async (line, nouns) => {
  const post = {
    id: 'x',
    status: 'success',
    post: 'Hello',
    created: '2026-09-21T14:13:20Z',
    platforms: ['instagram'],
  };
  const postIds = [{ platform: 'instagram', status: 'success', id: '1', postUrl: 'https://example.com/1' }];
  const { network: posts } = serve(JSON.stringify({ history: [{ ...post, postIds }] }), { path: '/history' });
  const { network: whole } = serve(ANSWER);
  const { network: lost } = serve(ANSWER, { lostAfter: 1_500_000 });
  const clock = createManualClock({ start: Date.parse('2026-09-21T15:00:00Z'), holdsFromMs: 10_000 });
  let reads = 0;
  const network: Transport = async (request) => {
    if (request.url.pathname.endsWith('/history')) return posts(request);
    if (!request.url.pathname.includes('/comments/')) return whole(request);
    reads += 1;
    return reads === 1 ? lost(request) : whole(request);
  };
  const { stderr } = await crier(`${line} --contains oatmeal`, { env: ENV, network, clock });
  expect([reads, stderr]).toEqual([2, expect.stringContaining(`looked through 2044 ${nouns}: none matches`)]);
});
