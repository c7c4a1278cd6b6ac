import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { redact } from '../../../src/client/mask.ts';

test('C8 no known secret is left in any text', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string(), fc.string(), (secret, before, after) => {
      expect(redact(`${before}${secret}${after}${secret}`, [secret])).not.toContain(secret);
    }),
  );
});
