import { describe, expect, test } from 'vitest';
import { createMemoryClaims } from '../../../src/library/receiver/memory.ts';
import { verifyDelivery } from '../../../src/library/receiver/verify.ts';
import { createReceiver } from '../../../src/library/receiver.ts';
import { verifySignature } from '../../../src/receiver/verify-signature.ts';
import { CHANGED_BODIES, headersOfChanged } from '../../support/receiver/changed-bodies.ts';
import {
  BODY_TEXT,
  CHECKING,
  OTHER_SECRET,
  SECRET,
  signedDelivery,
} from '../../support/receiver/signed-delivery.ts';

const now = () => CHECKING.now;

describe('a body that was changed in transit is a mistake of the receiver, not a forgery', {
  tags: ['W-19'],
}, () => {
  test.each(CHANGED_BODIES)('%s', async (_what, text, more, reason) => {
    const body = Buffer.from(text);
    const headers = headersOfChanged(more);
    const change = expect.stringContaining(reason);
    const verdict = { isValid: false, fault: 'changed body', change, timeStamp: null };
    expect(verifySignature({ body, headers }, CHECKING)).toEqual(verdict);
    expect(await verifyDelivery(body, headers, { secrets: [OTHER_SECRET, SECRET], now })).toEqual(verdict);
    const receiver = createReceiver({ secrets: SECRET, claims: createMemoryClaims(), now });
    expect(await receiver.receive(body, headers)).toMatchObject({
      kind: 'failed',
      status: 500,
      reason: 'changed body',
      error: { message: expect.stringContaining(reason) },
    });
  });
});

describe('what nothing shows to be changed stays refused', { tags: ['HOOK-14'] }, () => {
  test.each([
    ['another secret', signedDelivery(BODY_TEXT, { secret: OTHER_SECRET }), 'mismatch'],
    [
      'another word',
      { ...signedDelivery(), body: Buffer.from(BODY_TEXT.replace('naïve', 'naive')) },
      'mismatch',
    ],
    ['no signature, whatever the body', { body: Buffer.from('x'), headers: {} }, 'unsigned'],
  ])('%s', (_what, received, fault) => {
    expect(verifySignature(received, CHECKING)).toMatchObject({ isValid: false, fault, change: null });
  });

  test('a large forged body is not tried in other spellings', { tags: ['L1'] }, () => {
    const text = JSON.stringify({ text: 'x'.repeat(17 * 1024) });
    const { headers } = signedDelivery(text);
    expect(verifySignature({ body: Buffer.from(`${text.slice(0, -1)} }`), headers }, CHECKING)).toMatchObject(
      {
        fault: 'mismatch',
      },
    );
  });
});

test('a valid body is taken as it is, however it is written', () => {
  const text = JSON.stringify(JSON.parse(BODY_TEXT), null, 2);
  expect(verifySignature(signedDelivery(text), CHECKING)).toMatchObject({ isValid: true });
});
