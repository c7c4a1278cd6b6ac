import { expect, test } from 'vitest';
import { ALL_KEPT } from '../../../../../src/cli/framework/many/failures.ts';
import { streamEach } from '../../../../../src/cli/framework/many/stream-each.ts';
import type { OutputFormat } from '../../../../../src/cli/framework/output/formats.ts';
import type { ListView } from '../../../../../src/cli/framework/output/view.ts';
import { CrierError } from '../../../../../src/errors.ts';

const list = (rows: readonly string[]): ListView<unknown> => ({
  kind: 'list',
  document: { rows },
  key: 'rows',
  rows,
  columns: [],
  empty: 'nothing',
});

/** Streams reads by their words: `ok`, `gone`, `part` of which some networks failed, or `unsent`. */
async function stream(words: string, rowsOf: OutputFormat | null, options = {}) {
  const reads = words.split(' ').map((word, at) => ({
    id: String(at),
    part: word === 'ok' || word === 'part' ? word : null,
    failure: word === 'ok' ? null : new CrierError(word === 'part' ? 'partial' : 'not-found', word),
    isSent: word !== 'unsent',
    asOf: at,
  }));
  const all = (async function* () {
    yield* reads;
  })();
  const shown = { total: reads.length, rowsOf, list, remainder: 'the others are printed', ...options };
  const { view, finish } = streamEach(all, shown);
  if (view?.kind !== 'stream') throw new Error('not a stream');
  const batches = await Array.fromAsync(view.batches);
  return { batches, failure: finish?.().failure, asOf: view.asOf?.() };
}

test('parts are shown one by one, rows of a table together', async () => {
  expect((await stream('ok gone ok', null)).batches).toEqual([['ok'], ['ok']]);
  expect((await stream('ok gone ok', 'table')).batches).toEqual([['ok', 'ok']]);
  expect((await stream('ok ok', null)).asOf).toBe(1);
});

test.each([
  ['some failed', 'ok gone', {}, 'partial'],
  ['some networks of some failed', 'ok part', {}, 'partial'],
  ['these are allowed', 'ok part', { allowPartial: true }, undefined],
  ['all failed', 'gone gone', {}, 'not-found'],
  ['none failed', 'ok ok', {}, undefined],
])('the failure of the run: %s', async (_why, words, options, kind) => {
  expect((await stream(words, null, options)).failure?.kind).toBe(kind);
});

test('rows of which all failed print nothing, except to programs', async () => {
  await expect(stream('gone gone', 'table')).rejects.toThrow('2 of 2 could not be read');
  expect((await stream('gone gone', 'json')).batches.flat()).toEqual([]);
});

test('of ids that were not requested, only the first are listed, unless all are wanted', async () => {
  const words = ['ok', ...new Array(30).fill('unsent')].join(' ');
  const count = async (options: object) => (await stream(words, null, options)).failure?.facts.errors?.length;
  expect([await count({}), await count({ kept: ALL_KEPT })]).toEqual([20, 30]);
});
