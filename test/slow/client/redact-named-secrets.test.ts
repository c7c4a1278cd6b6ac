import { expect, test } from 'vitest';
import { redactNamedSecrets } from '../../../src/client/redact-answer.ts';
import { growth, WIDE_MARGIN } from '../../support/growth.ts';

test.each([
  'token',
  'token:',
  'token ',
  '"token":"\\',
  '"token":"a\\"',
  '\\',
  'token-----------------------',
])('C8 it is looked for in time with the length of the text: %s', (piece) => {
  const search = (length: number) => {
    const text = piece.repeat(length / piece.length);
    return () => redactNamedSecrets(text);
  };
  expect(growth(search(30_000), search(300_000))).toBeLessThan(WIDE_MARGIN);
});
