import type { OutboundAnswer } from '../../../src/outbound/outbound.ts';
import { chooser, oneOf } from '../terminal/scripted-prompts.ts';

/** How those outside answer, until a step says otherwise. */
export type Mood = (typeof MOODS)[number];
export const MOODS = ['well', 'shaky', 'down', 'refusing'] as const;

/** What comes back of a request. */
export interface OutsideOutcome extends Pick<OutboundAnswer, 'status' | 'fault'> {
  /** Null where it was not had whole. */
  readonly text: string | null;
}

const plain = (status: number, text = ''): OutsideOutcome => ({ status, text, fault: null });
const lost = (fault: OutsideOutcome['fault'], status: number | null = null): OutsideOutcome => ({
  status,
  text: null,
  fault,
});

/** Of each kind of end one, and the good one more often. */
const OF_WEBHOOKS = [
  plain(200),
  plain(200),
  plain(200),
  plain(200),
  plain(200),
  lost('answer too large', 200),
  lost('connection lost', 200),
  plain(201),
  plain(204),
  plain(302),
  plain(404),
  plain(408),
  plain(425),
  plain(429),
  plain(500),
  plain(503),
  lost('timeout'),
  lost('connection refused'),
  lost('connection lost'),
  lost('name not found'),
  lost('certificate not valid'),
  lost('answer not readable'),
] as const;

/** An answer of a webhook. @param key of the delivery @param attempt from 0 */
export function webhookOutcome(mood: Mood, key: string, attempt: number): OutsideOutcome {
  switch (mood) {
    case 'well':
      return plain(200);
    case 'shaky':
      return oneOf(chooser(`${key} ${attempt}`), OF_WEBHOOKS);
    case 'down':
      return plain(503);
    case 'refusing':
      return oneOf(chooser(key), [plain(410), lost('address not allowed')]);
  }
}

/** What a callback says when it answers well: another text for each that asks; a placeholder stays one (M-11). */
const callbackText = (key: string): string => `For ${key}, {{platform}}.`;

const saying = (message: unknown): string => JSON.stringify({ message });

const brokenTexts = (key: string): readonly [OutsideOutcome, ...OutsideOutcome[]] => [
  plain(204),
  plain(301, saying(callbackText(key))),
  plain(404, saying(callbackText(key))),
  plain(500),
  plain(200, '{"message":'),
  plain(200, '"a text"'),
  plain(200, saying(7)),
  plain(200, saying('')),
  plain(200, saying('x'.repeat(1_001))),
  plain(200, saying('x'.repeat(16_384))),
  lost('timeout'),
  lost('timeout', 200),
  lost('answer too large', 200),
  lost('connection refused'),
  lost('name not found'),
  lost('certificate not valid'),
];

/** An answer of a callback. @param key of whatever asks */
export function callbackOutcome(mood: Mood, key: string): OutsideOutcome {
  const good = saying(callbackText(key));
  const choose = chooser(key);
  switch (mood) {
    case 'well':
      return plain(200, good);
    case 'shaky': {
      const isGood = choose(2) === 0;
      const answers = [good, saying('🔥'.repeat(1_000)), saying(' ')] as const;
      if (isGood) return plain(oneOf(choose, [200, 201]), oneOf(choose, answers));
      return oneOf(choose, brokenTexts(key));
    }
    case 'down':
      return plain(503);
    case 'refusing':
      return oneOf(choose, [plain(410), lost('address not allowed')]);
  }
}
