import { expect, test } from 'vitest';
import { answerWithoutKeys } from '../../src/client/answer-without-keys.ts';

const KEY = 'aB3+/dE6&gH9"jK2\\mN5';

function answered(body: object, text = JSON.stringify(body)) {
  return { http: 200, headers: {}, bytes: new Uint8Array(Buffer.from(text)), body };
}

test.each([
  ['a value', { a: [{ b: `Bearer ${KEY}` }] }, { a: [{ b: 'Bearer ****\\mN5' }] }],
  ['a name', { [KEY]: 1 }, { '****\\mN5': 1 }],
  ['base64', { a: Buffer.from(`u:${KEY}`).toString('base64') }, { a: expect.stringContaining('****') }],
])('T16 an answer that repeats the key shows it masked: as %s', (_how, body, shown) => {
  expect(answerWithoutKeys(answered(body), [KEY]).body).toEqual(shown);
});

test('T16 its bytes stay as they came', () => {
  const answer = answered({ a: KEY });
  expect(answerWithoutKeys(answer, [KEY]).bytes).toBe(answer.bytes);
});

test.each([
  ['nothing of the key is in it', { token: 'somebody-elses', a: 'text' }, [KEY]],
  [
    'the key is so short that data may hold it',
    { text: 'a test of coffee', test: 1 },
    ['test', 'coffee', 'a'],
  ],
])('an answer is the very same when %s', (_why, body, secrets) => {
  const answer = answered(body);
  expect(answerWithoutKeys(answer, secrets)).toBe(answer);
});
