import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  type StreamOutput,
  showStream,
} from '../../../../../../src/cli/framework/output/printing/show-stream.ts';
import type { ListView, StreamView } from '../../../../../../src/cli/framework/output/view.ts';
import { LONG_LIST_BYTES } from '../../../../../../src/client/parse-json.ts';
import { stoppedClock } from '../../../../../support/clock.ts';
import { crier } from '../../../../../support/crier.ts';

function listOf(records: readonly unknown[]): ListView<unknown> {
  return {
    kind: 'list',
    key: 'numbers',
    document: { numbers: records },
    rows: records,
    columns: [],
    empty: 'none',
  };
}

/** A stream of what a source yields, what happened to it in order, and how to show it. */
function stream(
  source: (log: string[]) => AsyncGenerator<readonly number[]>,
  {
    format = 'ndjson' as StreamOutput['format'],
    showPart,
    clock = stoppedClock(0),
    ...view
  }: Partial<StreamView<unknown> & Pick<StreamOutput, 'format' | 'showPart' | 'clock'>> = {},
) {
  const log: string[] = [];
  const end = new AbortController();
  const noted: string[] = [];
  const note = (how: string) => async (shown: unknown) => {
    log.push(`${how} begins`);
    await nextTurn();
    log.push(`${how} ${JSON.stringify((shown as ListView<unknown>).document)}`);
  };
  const show = {
    format,
    asked: `-o ${format}`,
    showPart: showPart ?? note('part'),
    showWhole: note('whole'),
    note: async (sentence: string) => void noted.push(sentence),
    signal: end.signal,
    clock,
    calm: null,
  };
  const run = () => showStream({ kind: 'stream', batches: source(log), list: listOf, ...view }, show);
  return { log, noted, end, run };
}

async function* twoBatches(log: string[]) {
  yield [1, 2];
  log.push('asked for more');
  yield [3];
}

test('a record that cannot be rendered costs a line and the exit code, and not those beside and after it', async () => {
  const printed: unknown[] = [];
  const { noted, run } = stream(twoBatches, {
    list(records) {
      if (records.includes(1)) throw new RangeError('Maximum call stack size exceeded');
      return listOf(records);
    },
    showPart: async ({ rows }) => void printed.push(...rows),
  });
  await expect(run()).rejects.toMatchObject({ kind: 'partial', message: '1 record could not be printed' });
  expect(printed).toEqual([2, 3]);
  expect(noted).toEqual(['record 1 of the output cannot be printed: Maximum call stack size exceeded']);
});

test.each(['ndjson', 'tsv', 'table'] as const)(
  'in %s the next records are asked for when those before are written',
  async (format) => {
    const { log, run } = stream(twoBatches, { format, live: true });
    await run();
    expect(log).toEqual([
      'part begins',
      'part {"numbers":[1,2]}',
      'asked for more',
      'part begins',
      'part {"numbers":[3]}',
    ]);
  },
);

test.each([
  ['json', true],
  ['table', false],
  ['csv', false],
] as const)('%s of a stream that is not live waits for all of them', async (format, live) => {
  const { log, run } = stream(twoBatches, { format, live });
  await run();
  expect(log).toEqual(['asked for more', 'whole begins', 'whole {"numbers":[1,2,3]}']);
});

test('one document of what never ends is refused, before anything is asked', async () => {
  const { log, run } = stream(twoBatches, { format: 'json', endless: true });
  await expect(run()).rejects.toMatchObject({ kind: 'usage' });
  expect(log).toEqual([]);
});

test('when it is ended, what has come is written completely, without waiting for the source', async () => {
  const { log, end, run } = stream(async function* (seen) {
    yield [1];
    seen.push('the batch is written');
    await new Promise(() => {}); // it waits for what will not come
    yield [2];
  });
  const running = run();
  await nextTurn();
  end.abort('interrupted');
  await expect(running).rejects.toBe('interrupted');
  expect(log).toEqual(['part begins', 'part {"numbers":[1]}', 'the batch is written']);
});

test('a reader that does not read does not keep it from ending', { tags: ['T19'] }, async () => {
  const clock = stoppedClock(0);
  const { end, run } = stream(twoBatches, { showPart: () => new Promise(() => {}), clock });
  const running = run();
  await nextTurn();
  end.abort('interrupted');
  await nextTurn();
  clock.advance(200);
  await expect(running).rejects.toBe('interrupted');
});

test('a source and a reader that never wait can be ended all the same', async () => {
  const { end, run } = stream(async function* () {
    for (;;) yield [1];
  });
  setImmediate(() => end.abort('interrupted'));
  await expect(run()).rejects.toBe('interrupted');
});

describe('a long answer', () => {
  const SERVICE = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
  const COUNT = Math.ceil(LONG_LIST_BYTES / 1_000);
  const comments = (last: string) => {
    const one = (at: number) => JSON.stringify({ comment: 'x'.repeat(1_000), commentId: String(at) });
    return `{"status":"success","id":"x","instagram":[${Array.from({ length: COUNT }, (_, at) => one(at)).join(',')},${last}]}`;
  };
  const get = (body: string, format: string, key = SERVICE.CRIER_API_KEY) =>
    crier(`comments get x -o ${format}`, {
      env: { ...SERVICE, CRIER_API_KEY: key },
      network: async () => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: once(body),
      }),
    });
  async function* once(text: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }

  test('is printed record by record, as a short one is', async () => {
    const body = comments('{"comment":"the last","commentId":"12345678901234567890"}');
    const { exitCode, stdout } = await get(body, 'ndjson');
    const [whole] = [(await get(body, 'json')).stdout];
    expect(exitCode).toBe(0);
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records).toEqual((JSON.parse(whole) as { comments: unknown[] }).comments);
    expect(records.at(-1)).toMatchObject({ text: 'the last', id: '12345678901234567890' });
  });

  test.each([
    ['a word of the key', 'a-comment-of-the-owner'],
    ['the beginning of the key', '"comment":"but-not-this'],
  ])('that holds %s in every comment is printed as it came', async (_what, key) => {
    const body = comments('{"comment":"the last","commentId":"1"}');
    expect((await get(body, 'ndjson', key)).stdout).toBe((await get(body, 'ndjson')).stdout);
  });

  test('that repeats the key is printed whole, but for the key', { tags: ['T16'] }, async () => {
    const body = comments(`{"comment":"I got ${SERVICE.CRIER_API_KEY}","commentId":"1"}`);
    const { exitCode, stdout } = await get(body, 'ndjson');
    const lines = stdout.trimEnd().split('\n');
    expect(exitCode).toBe(0);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ text: 'I got ****0001' });
    expect(lines).toHaveLength(COUNT + 1);
  });

  test('that breaks late leaves what was printed, whole', async () => {
    const { exitCode, stdout, error } = await get(comments('{"comment":tru}'), 'ndjson');
    expect(exitCode).toBe(10);
    expect(error).toMatchObject({ kind: 'unavailable' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(COUNT / 2);
    expect(() => lines.map((line) => JSON.parse(line))).not.toThrow();
  });

  test.each(['json', 'csv'])('that breaks late leaves stdout empty in %s', async (format) => {
    expect(await get(comments('{"comment":tru}'), format)).toMatchObject({ exitCode: 10, stdout: '' });
  });
});
