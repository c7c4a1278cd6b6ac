import { expect, test } from 'vitest';
import { runEach, shouldAbortBatch } from '../../../../../src/cli/framework/many/run-each.ts';
import { CrierError } from '../../../../../src/errors.ts';

/** The result of an id, by its text: it answers, is refused, or does not answer. */
const ANSWERS: Readonly<Record<string, () => string>> = {
  ok: () => 'fine',
  gone: () => {
    throw new CrierError('not-found', 'gone', { code: 469, http: 404 });
  },
  plan: () => {
    throw new CrierError('not-allowed', 'plan', { code: 468, http: 403 });
  },
  lost: () => {
    throw new CrierError('unavailable', 'lost', { http: null });
  },
};

async function outcomes(words: string, atOnce = 1): Promise<readonly string[]> {
  const ids = words.split(' ');
  const all = await Array.fromAsync(runEach(ids, { atOnce }, async (id) => ANSWERS[id]?.()));
  expect(all.map(({ id }) => id)).toEqual(ids);
  return all.map(({ value, failure }) => failure?.message ?? String(value));
}

test.each([
  ['one that fails does not end the others', 'gone ok gone', ['gone', 'fine', 'gone']],
  [
    'what is of the caller ends them',
    'ok plan ok ok',
    ['fine', 'plan', 'not requested: plan', 'not requested: plan'],
  ],
  ['three in a row without an answer', 'lost lost lost ok', ['lost', 'lost', 'lost', 'not requested: lost']],
  ['three, with an answer among them', 'lost lost ok lost ok', ['lost', 'lost', 'fine', 'lost', 'fine']],
  ['three, with a refusal among them', 'lost gone lost lost ok', ['lost', 'gone', 'lost', 'lost', 'fine']],
])('%s', async (_why, words, expected) => {
  expect(await outcomes(words)).toEqual(expected);
});

test('several at once come in their order', async () => {
  expect(await outcomes('ok gone ok gone ok', 4)).toEqual(['fine', 'gone', 'fine', 'gone', 'fine']);
});

test('a defect is no failure of an id', async () => {
  const asked = runEach(['x'], { atOnce: 1 }, () => Promise.reject(new TypeError('a defect')));
  await expect(asked.next()).rejects.toThrow('a defect');
});

const none = { code: null, http: null };

test.each([
  ['nothing failed', [], false],
  ['the key', [{ code: 102, http: 403 }], true],
  ['the plan', [{ code: 1403, http: 403 }], true],
  ['the plan, for automations', [{ code: 468, http: 403 }], true],
  ['an account without instagram', [{ code: 471, http: 400 }], true],
  ['an account without automations', [{ code: 472, http: 403 }], true],
  ['an automation that is not there', [{ code: 469, http: 404 }], false],
  ['no room for one more', [{ code: 470, http: 429 }], false],
  ['the request limit', [{ code: 1429, http: 429 }], true],
  ['a key that a proxy refused', [{ code: null, http: 401 }], true],
  ["a network's limit, which is of one post only", [{ code: 364, http: 429 }], false],
  ['a post that is not there', [{ code: 186, http: 404 }], false],
  ['one without an answer', [none], false],
  ['three in a row without an answer', [none, none, none], true],
  ['three, of which one was answered', [none, { code: 186, http: 404 }, none], false],
  ['a server that is not well', [{ code: null, http: 503 }], false],
])('all that follow are given up, or not: %s', (_why, failures, expected) => {
  expect(shouldAbortBatch(failures)).toBe(expected);
});
