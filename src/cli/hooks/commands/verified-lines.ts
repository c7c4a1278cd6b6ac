import { formatIsoSeconds } from '../../../domain/time/format-iso-seconds.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import type { RecordLine } from '../../render/view.ts';
import { formatApproximateDuration } from '../format-approximate-duration.ts';
import type { VerifiedDelivery } from '../verified-delivery.ts';

/** Builds the lines of a result. @param now in milliseconds since 1970 */
export function buildVerifiedLines(verified: VerifiedDelivery, now: number): readonly RecordLine[] {
  const { valid, reason, header, encoding, secret, timeStamp } = verified;
  const { bytes, action, type, hookId, attempt, deliveryId } = verified;
  return [
    { name: 'valid', title: 'delivery', value: valid, shown: valid ? 'holds' : 'not valid' },
    { name: 'reason', title: 'why', value: reason },
    { name: 'header', title: 'header', value: header },
    { name: 'encoding', title: 'encoding', value: encoding },
    { name: 'secret', title: 'secret of', value: secret },
    {
      name: 'timeStamp',
      title: 'signed at',
      value: timeStamp,
      ...(timeStamp !== null && isTime(timeStamp) && { shown: formatMoment(timeStamp, now) }),
    },
    { name: 'bytes', title: 'bytes', value: bytes },
    { name: 'action', title: 'action', value: action },
    { name: 'type', title: 'event', value: type },
    { name: 'hookId', title: 'hook id', value: hookId },
    { name: 'attempt', title: 'attempt', value: attempt },
    { name: 'deliveryId', title: 'delivery id', value: deliveryId },
  ];
}

const LATEST_SECOND = 8_640_000_000_000;

function isTime(seconds: number): boolean {
  return seconds <= LATEST_SECOND;
}

function formatMoment(seconds: number, now: number): string {
  const age = now - seconds * SECOND_MS;
  const distance =
    age < 0 ? `${formatApproximateDuration(-age)} from now` : `${formatApproximateDuration(age)} ago`;
  return `${formatIsoSeconds(seconds * SECOND_MS)}, ${distance}`;
}
