import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactSent } from '../../../src/sandbox/engine/dispatcher/context.ts';
import { REDACTED } from '../../../src/service/endpoints/activity.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const MAX = LIMITS.activitySentCharacters;

describe('what looks like a credential is not recorded', { tags: ['ACT-08', 'U-34'] }, () => {
  test.each([
    'token',
    'accessToken',
    'ACCESS_TOKEN',
    'api_key',
    'x-api-key',
    'apiKey',
    'apikeys',
    'client_secret',
    'userPassword',
    'messageUrl',
  ])('%s', { tags: ['L-10'] }, (name) => {
    expect(redactSent({ [name]: 'shh' }).sent).toEqual({ [name]: REDACTED });
  });

  test.each(['keyword', 'message', 'to', 'key', 'url'])('%s stays', (name) =>
    expect(redactSent({ [name]: 'here' }).sent).toEqual({ [name]: 'here' }),
  );

  test('in lists and objects, and whatever the value is', { tags: ['L-10'] }, () => {
    const sent = {
      payload: [{ api_key: ['a', { b: 1 }] }, { nested: { secret: null } }],
      ok: [1, true, null],
    };
    expect(redactSent(sent).sent).toEqual({
      payload: [{ api_key: REDACTED }, { nested: { secret: REDACTED } }],
      ok: [1, true, null],
    });
  });
});

describe('long texts are cut', { tags: ['ACT-07', 'U-09'] }, () => {
  const cut = (message: string) => {
    const { sent, truncated } = redactSent({ message });
    return { text: String(sent['message']), truncated };
  };

  test.each([
    ['one that just fits', 'a'.repeat(MAX), MAX, false],
    ['one that is one too long', 'a'.repeat(MAX + 1), MAX, true],
    ['one of 5,000', 'x'.repeat(5_000), MAX, true],
    ['as many characters of two halves', '😀'.repeat(MAX), MAX, false],
    ['too many of them', '😀'.repeat(5_000), MAX, true],
    ['one of two halves at the cut', `${'a'.repeat(MAX - 1)}😀b`, MAX, true],
  ])('%s', { tags: ['L-09'] }, (_what, message, characters, truncated) => {
    const kept = cut(message);
    expect(kept.truncated).toBe(truncated);
    expect([...kept.text]).toHaveLength(characters);
    expect(message.startsWith(kept.text)).toBe(true);
    expect(kept.text.isWellFormed()).toBe(true);
  });

  test('anywhere inside', () => {
    expect(redactSent({ payload: { words: ['b'.repeat(MAX + 5)] } })).toEqual({
      sent: { payload: { words: ['b'.repeat(MAX)] } },
      truncated: true,
    });
  });

  test('what is redacted is not cut', () => {
    expect(redactSent({ token: 'b'.repeat(MAX + 5) }).truncated).toBe(false);
  });
});

const seed = testSeed();
test(`the same again changes nothing (seed ${seed})`, { tags: ['L-09', 'L-10'] }, () => {
  // around the limit, with a beginning that puts the cut anywhere among the halves
  const text = fc
    .tuple(
      fc.constantFrom('', 'a', 'e\u0301'),
      fc.constantFrom('a', '😀'),
      fc.integer({ min: 0, max: 2 * MAX }),
    )
    .map(([beginning, one, times]) => beginning + one.repeat(times));
  const values = fc.record({ message: text, apiKey: text, list: fc.array(text, { maxLength: 3 }) });
  fc.assert(
    fc.property(values, (sent) => {
      const once = redactSent(sent);
      expect(redactSent(once.sent)).toEqual({ sent: once.sent, truncated: false });
      const long = [sent.message, ...sent.list].some((each) => [...each].length > MAX);
      expect(once.truncated).toBe(long);
    }),
    { seed, numRuns: scaled(50, 2_000) },
  );
});
