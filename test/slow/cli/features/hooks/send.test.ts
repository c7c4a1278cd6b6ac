import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Around, crier, type Ran } from '../../../../support/crier.ts';
import { realOutbound } from '../../../../support/engine/real-outbound.ts';
import { dangerousIn } from '../../../../support/hostile/dangerous.ts';
import { HOSTILE_TEXTS } from '../../../../support/hostile-texts.ts';
import { openReceiver, type Receiver } from '../../../../support/receiver/receiver.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

/** To the receiver on loopback, by the real way out. */
const send = (words: readonly string[] = [], around: Around = {}): Promise<Ran> =>
  crier(['hooks', 'send', receiver.url, ...words], {
    outbound: realOutbound,
    ...around,
  });

test('what a receiver answers steers no terminal', { tags: ['C1', 'L7'] }, async () => {
  for (const [, text] of HOSTILE_TEXTS.filter((_each, at) => at % 7 === 0)) {
    receiver.plan(() => ({ status: 500, body: text }));
    for (const words of [[], ['-o', 'tsv'], ['--json']]) {
      const { screen } = await send(words, { isTerminal: true, env: { NO_COLOR: '1' } });
      expect(dangerousIn(screen, '\n\t')).toEqual([]);
    }
  }
});
