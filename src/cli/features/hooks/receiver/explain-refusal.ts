import type { Clock } from '../../../../clock.ts';
import { DELIVERY_BODY_BYTES, type ReceiverFault } from '../../../../receiver/receiver-endpoint.ts';
import type { SignatureFault } from '../../../../receiver/signature-verdict.ts';
import type { SignatureCheck } from '../../../../receiver/verify-signature.ts';
import { explainSignatureFault } from '../../webhooks/explain-signature-fault.ts';
import type { ExplainFault } from './received-delivery.ts';

/** Explaining an invalid signature is slow, so a flood of forged requests must not cause it each time. */
const EXPLAIN_EVERY_MS = 1_000;

const REASONS: Readonly<Partial<Record<ReceiverFault, string>>> = {
  'not a POST request': 'deliveries use POST',
  'from a browser': 'sent by a page in a browser',
  'too large': `the body is larger than ${DELIVERY_BODY_BYTES.toLocaleString('en-US')} bytes`,
  'not JSON': 'the body is not a JSON object',
  'not stored': 'it could not be stored; the service sends it again',
};

/** Explains refusals with what is wrong with the signature, but not each time. */
export function createExplainer(
  { getSecrets, toleranceMs }: { getSecrets(): readonly string[]; toleranceMs: number | null },
  clock: Clock,
): ExplainFault {
  let next = Number.NEGATIVE_INFINITY;
  return (fault, received) => {
    const known = REASONS[fault];
    if (known !== undefined) return known;
    const [first, ...others] = getSecrets();
    const now = clock.steady();
    if (first === undefined || received === null || now < next)
      return `the signature is not valid (${fault})`;
    next = now + EXPLAIN_EVERY_MS;
    const checking: SignatureCheck = {
      secrets: [first, ...others],
      now: clock.now(),
      toleranceMs: toleranceMs ?? Number.POSITIVE_INFINITY,
    };
    return explainSignatureFault(received, checking, fault as SignatureFault).message; // the others are known reasons
  };
}
