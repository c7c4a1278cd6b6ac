import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CallbackOutcome,
  checkBreaker,
  classifyCallbackOutcome,
  updateBreaker,
} from '../../../src/sandbox/engine/outbound-queue/callbacks.ts';
import { type Breaker, CLOSED_BREAKER } from '../../../src/sandbox/store/outbound/callbacks.ts';
import { ASSUMED } from '../../../src/service/assumed.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { createExpectedBreaker } from '../../support/engine/expected-breaker.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const { failures: MOST, openMs } = ASSUMED.breaker;
const PROBE_MS = LIMITS.callbackTimeoutMs.max + ASSUMED.leaseMs;
const NOW = 1_000_000_000;
const REAL = 5_000_000_000;
const at = (now: number, real = REAL) => ({ now, real });

/** What comes of requests one after the other, none of which tries an open breaker. */
const after = (outcomes: readonly CallbackOutcome[], from = CLOSED_BREAKER): Breaker =>
  outcomes.reduce<Breaker>(
    (breaker, outcome) => updateBreaker(breaker, { outcome, isProbe: false, now: NOW }),
    from,
  );
const OPEN = after(Array<CallbackOutcome>(MOST).fill('failure'));

describe('it opens', { tags: ['U-36'] }, () => {
  test.each<[string, CallbackOutcome[], boolean]>([
    ['after 5 failures in a row', ['failure', 'failure', 'failure', 'failure', 'failure'], true],
    ['not after 4', ['failure', 'failure', 'failure', 'failure'], false],
    [
      'not when a success is among them',
      ['failure', 'failure', 'success', 'failure', 'failure', 'failure'],
      false,
    ],
    [
      'also when something is among them that is not theirs',
      ['failure', 'failure', 'neither', 'failure', 'failure', 'failure'],
      true,
    ],
    ['not for what is not theirs', ['neither', 'neither', 'neither', 'neither', 'neither'], false],
  ])('%s', (_what, outcomes, isOpen) => {
    expect(after(outcomes).openedAt).toBe(isOpen ? NOW : null);
  });
});

describe('while it is open', { tags: ['U-36', 'K-07'] }, () => {
  test.each([
    ['none may leave', NOW, 'refused'],
    ['none may leave until the minute is over', NOW + openMs - 1, 'refused'],
    ['one tries it then', NOW + openMs, 'probe'],
    ['one probes it at a later request', NOW + 100 * openMs, 'probe'],
    ['one tries it where the clock was set back', NOW - 1, 'probe'],
  ])('%s', (_what, now, kind) => {
    expect(checkBreaker(OPEN, at(now)).kind).toBe(kind);
  });

  test('what was asked before it opened does not count', () => {
    expect(after(['success', 'failure', 'neither'], OPEN)).toBe(OPEN);
  });
});

describe('one request tries it', { tags: ['U-36'] }, () => {
  const later = NOW + openMs;
  const passage = checkBreaker(OPEN, at(later));
  const tried = passage.kind === 'probe' ? passage.breaker : OPEN;
  const end = (outcome: CallbackOutcome) => updateBreaker(tried, { outcome, isProbe: true, now: later + 10 });

  test.each([
    ['no other one meanwhile', REAL + PROBE_MS - 1, 'refused'],
    ['another one when its process must be dead', REAL + PROBE_MS, 'probe'],
    ["another one where the machine's clock was set back", REAL - 3_600_000, 'probe'],
  ])('%s', (_what, real, kind) => {
    expect(checkBreaker(tried, at(later, real)).kind).toBe(kind);
  });

  test('a success closes it', () => {
    expect(end('success')).toEqual(CLOSED_BREAKER);
  });

  test('a failure opens it for another minute', () => {
    expect(checkBreaker(end('failure'), at(later + 9 + openMs)).kind).toBe('refused');
    expect(checkBreaker(end('failure'), at(later + 10 + openMs)).kind).toBe('probe');
  });

  test('what is not theirs leaves it to the next one', () => {
    expect(checkBreaker(end('neither'), at(later + 10)).kind).toBe('probe');
  });
});

test.each([
  ['success', { status: 200, body: '{"message":"a"}', fault: null }],
  ['failure', { status: 200, body: '{}', fault: null }],
  ['failure', { status: 503, body: '', fault: null }],
  ['failure', { status: 302, body: '', fault: null }],
  ['failure', { status: null, body: null, fault: 'timeout' }],
  ['failure', { status: null, body: null, fault: 'name not found' }],
  ['neither', { status: null, body: null, fault: 'address not allowed' }],
  ['neither', { status: 200, body: null, fault: 'interrupted' }],
] as const)('%s: %j', { tags: ['U-36'] }, (outcome, { body, ...answer }) => {
  expect(
    classifyCallbackOutcome({ ...answer, body: body === null ? null : new TextEncoder().encode(body) }),
  ).toBe(outcome);
});

const seed = testSeed();

test(`whatever happens in whatever order, its state is as documented; seed ${seed}`, {
  tags: ['U-36'],
}, () => {
  const step = fc.record({
    does: fc.constantFrom('ask', 'ask', 'ask', 'answer', 'answer', 'wait'),
    outcome: fc.constantFrom<CallbackOutcome>('success', 'failure', 'failure', 'failure', 'neither'),
    which: fc.nat({ max: 20 }),
    ms: fc.integer({ min: 0, max: 2 * openMs }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      let breaker: Breaker = CLOSED_BREAKER;
      const recorded = createExpectedBreaker();
      let now = NOW;
      let asked = 0;
      const inFlight: { who: number; isProbe: boolean }[] = [];
      for (const { does, outcome, which, ms } of steps) {
        if (does === 'wait') now += ms;
        if (does === 'ask') {
          asked += 1;
          const passage = checkBreaker(breaker, at(now));
          expect(passage.kind).toBe(recorded.ask(asked, now));
          if (passage.kind === 'refused') continue;
          breaker = passage.breaker;
          inFlight.push({ who: asked, isProbe: passage.kind === 'probe' });
        }
        if (does === 'answer') {
          const [one] = inFlight.splice(which % Math.max(1, inFlight.length), 1);
          if (one === undefined) continue;
          breaker = updateBreaker(breaker, { outcome, isProbe: one.isProbe, now });
          recorded.answer(one.who, outcome, now);
          expect(breaker.openedAt).toBe(recorded.openSince);
        }
        expect(inFlight.filter(({ isProbe }) => isProbe).length).toBeLessThanOrEqual(1);
      }
    }),
    { seed, numRuns: scaled(500, 20_000) },
  );
});
