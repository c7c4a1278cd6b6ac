import { expect, test } from 'vitest';
import { detectPrivateReplyReason } from '../../../src/domain/requests/read-answer.ts';
import { growth, WIDE_MARGIN } from '../../support/growth.ts';

test('ten times as long a reason takes ten times as long', () => {
  const work = (words: number) => () => expect(detectPrivateReplyReason('already '.repeat(words))).toBeNull();
  expect(growth(work(20_000), work(200_000))).toBeLessThan(WIDE_MARGIN);
});
