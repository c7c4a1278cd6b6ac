import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CALLBACK_REASONS,
  type CallbackAnswer,
  describeFallback,
  judgeCallback,
} from '../../../../src/domain/callbacks/message-callback.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { scaled } from '../../../support/scale.ts';
import { testSeed } from '../../../support/test-seed.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const answered = (body: string | Uint8Array, status = 200): CallbackAnswer => ({
  status,
  body: typeof body === 'string' ? bytes(body) : body,
  fault: null,
});
const saying = (message: unknown) => answered(JSON.stringify({ message }));

/** JSON with this message, made as long as it is to be. */
const ofSize = (size: number) => {
  const bare = JSON.stringify({ message: 'hello', rest: '' });
  return JSON.stringify({ message: 'hello', rest: 'x'.repeat(size - bare.length) });
};

describe('an answer that is used', () => {
  test.each([
    ['one character', 'a'],
    ['1,000 characters', 'a'.repeat(1_000)],
    ['1,000 characters, each of two code units', '🎉'.repeat(1_000)],
    ['placeholders, unchanged', 'for {{platform}} and {{first_name}}, {{'],
    ['spaces and ends of lines, unchanged', '  hello\n\n '],
    ['what is no letter at all', '\u0000\u202e'],
  ])('%s', { tags: ['CBK-02', 'K-02', 'U-09', 'M-11'] }, (_what, message) => {
    expect(judgeCallback(saying(message))).toEqual({ message });
  });

  test.each([200, 201, 202, 206, 299])('with status %i', { tags: ['CBK-02', 'U-08'] }, (status) => {
    expect(judgeCallback(answered('{"message":"hello"}', status))).toEqual({ message: 'hello' });
  });

  test.each([
    ['of 16,384 bytes', ofSize(LIMITS.callbackAnswerBytes)],
    ['with more beside', '{"message":"hello","then":{"message":5}}'],
    ['behind a mark of its encoding', '\ufeff{"message":"hello"}'],
  ])('%s', { tags: ['K-02', 'U-09', 'CBK-02'] }, (_what, body) => {
    expect(judgeCallback(answered(body))).toEqual({ message: 'hello' });
  });
});

describe('an answer that is not used', () => {
  test.each<[string, CallbackAnswer, string]>([
    ['of 16,385 bytes', answered(ofSize(16_385)), CALLBACK_REASONS.tooLarge],
    [
      'that was cut off, since it is larger',
      { status: 200, body: null, fault: 'answer too large' },
      CALLBACK_REASONS.tooLarge,
    ],
    ['without a character', saying(''), CALLBACK_REASONS.wrongLength],
    ['of 1,001 characters', saying('a'.repeat(1_001)), CALLBACK_REASONS.wrongLength],
    ['of 1,001 characters, each of two', saying('🎉'.repeat(1_001)), CALLBACK_REASONS.wrongLength],
    ['that is a number', saying(5), CALLBACK_REASONS.noMessage],
    ['that is null', saying(null), CALLBACK_REASONS.noMessage],
    ['that is a list', saying(['hello']), CALLBACK_REASONS.noMessage],
    ['without a message', answered('{"text":"hello"}'), CALLBACK_REASONS.noMessage],
    ['that is no object', answered('"hello"'), CALLBACK_REASONS.noMessage],
    ['that is nothing', answered('null'), CALLBACK_REASONS.noMessage],
    ['that is no JSON', answered('hello'), CALLBACK_REASONS.notJson],
    ['that is empty', answered(''), CALLBACK_REASONS.notJson],
    ['that holds two', answered('{"message":"a"} {"message":"b"}'), CALLBACK_REASONS.notJson],
    ['that is no UTF-8', answered(new Uint8Array([0x22, 0xff, 0x22])), CALLBACK_REASONS.notJson],
    ['with half a character', answered('{"message":"\\ud83c"}'), CALLBACK_REASONS.brokenText],
    ['that is very deep', answered('['.repeat(16_384)), CALLBACK_REASONS.notJson],
    [
      'that is nested past the limit beside its message',
      answered(
        `{"message":"hello","a":${'['.repeat(ASSUMED.jsonNesting)}${']'.repeat(ASSUMED.jsonNesting)}}`,
      ),
      CALLBACK_REASONS.notJson,
    ],
    ['that did not come to its end', { status: 200, body: null, fault: 'timeout' }, 'timeout'],
    ['that is whole, of a request that failed', { ...saying('hello'), fault: 'timeout' }, 'timeout'],
    ['that never came', { status: null, body: null, fault: 'connection refused' }, 'connection refused'],
    ['refused', { status: null, body: null, fault: 'address not allowed' }, 'address not allowed'],
    ['interrupted', { status: 200, body: null, fault: 'interrupted' }, CALLBACK_REASONS.interrupted],
    ['that was never read', { status: 200, body: null, fault: null }, 'answer not readable'],
  ])('%s', { tags: ['K-02', 'U-09', 'D8', 'K-01', 'CBK-08', 'K-06', 'CBK-05'] }, (_what, answer, reason) => {
    expect(judgeCallback(answer)).toEqual({ reason });
  });

  test.each([100, 199, 400, 401, 404, 429, 500, 503])(
    'status %i, whatever it says',
    { tags: ['CBK-05'] },
    (status) => {
      expect(judgeCallback(answered('{"message":"hello"}', status))).toEqual({ reason: `status ${status}` });
      expect(judgeCallback({ status, body: null, fault: 'timeout' })).toEqual({ reason: `status ${status}` });
    },
  );

  test.each([300, 301, 302, 303, 304, 307, 308])('status %i: a redirect', { tags: ['CBK-04'] }, (status) => {
    const reason = `status ${status}: a redirect is not followed`;
    expect(judgeCallback(answered('{"message":"hello"}', status))).toEqual({ reason });
  });
});

const seed = testSeed();
const anyAnswer = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.json().map(bytes),
  fc.record({ message: fc.anything() }).map((body) => bytes(JSON.stringify(body) ?? '')),
);

test(`no reason repeats what others wrote; seed ${seed}`, { tags: ['S8'] }, () => {
  const planted = 'planted-9f2c';
  const reasons = new Set<string>(Object.values(CALLBACK_REASONS));
  fc.assert(
    fc.property(anyAnswer, fc.integer({ min: 100, max: 599 }), (body, status) => {
      const said = bytes(`${planted}${new TextDecoder().decode(body)}`);
      for (const each of [body, said]) {
        const verdict = judgeCallback(answered(each, status));
        if ('message' in verdict) continue;
        const isOfStatus = /^status \d{3}(: a redirect is not followed)?$/.test(verdict.reason);
        expect(isOfStatus || reasons.has(verdict.reason)).toBe(true);
        expect(describeFallback(verdict.reason)).toMatch(/^callback not used: /);
      }
    }),
    { seed, numRuns: scaled(300, 50_000) },
  );
});
