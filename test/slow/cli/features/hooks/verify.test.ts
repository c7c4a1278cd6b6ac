import { describe, expect, test } from 'vitest';
import { dangerousIn } from '../../../../support/hostile/dangerous.ts';
import { HOSTILE_TEXTS } from '../../../../support/hostile-texts.ts';
import { headOf, hex, NOW_S, SECRET, verify } from '../../../../support/receiver/verify-run.ts';

describe('how it looks', () => {
  test('nothing in a body or a header steers a terminal', { tags: ['C1'] }, async () => {
    for (const [, text] of HOSTILE_TEXTS.filter((_each, at) => at % 7 === 0)) {
      const body = JSON.stringify({ action: text, hookId: text, type: text, timeStamp: NOW_S });
      const heads = [
        headOf(hex(body)),
        headOf(text.replaceAll(/[\r\n]/g, ' ')),
        `${text}: x\nX-Authorization-Content-SHA256: ${hex(body)}\nX-Authorization-Timestamp: ${text.replaceAll(/[\r\n]/g, ' ')}`,
      ];
      for (const head of heads) {
        const { screen } = await verify({
          body,
          head,
          around: { isTerminal: true, env: { CRIER_WEBHOOK_SECRET: SECRET, NO_COLOR: '1' } },
        });
        expect(dangerousIn(screen, '\n\t')).toEqual([]);
      }
    }
  });
});
