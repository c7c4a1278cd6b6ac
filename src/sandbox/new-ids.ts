import { ALPHANUMERIC } from './networks/made-id.ts';
import type { Random } from './new-keys.ts';

/** @see undescribed.md 1.1 */
export function newAutomationId(random: Random): string {
  return `auto_${letters(random, 10)}`;
}

export function newTriggerId(random: Random): string {
  return `trg_${letters(random, 6)}`;
}

export function newActionId(random: Random): string {
  return `act_${letters(random, 6)}`;
}

/** @see undescribed.md 1.1 */
export function newHookId(random: Random): string {
  return letters(random, 20);
}

/** Of one attempt to deliver something. @see rule HOOK-09 */
export function newDeliveryId(random: Random): string {
  return letters(random, 20);
}

/** The largest multiple of the alphabet's length that a byte can count to: past it, some letters would come more often. */
const EVEN_BELOW = 256 - (256 % ALPHANUMERIC.length);

function letters(random: Random, length: number): string {
  let text = '';
  while (text.length < length) {
    const even = random(length).filter((byte) => byte < EVEN_BELOW);
    text += Array.from(even, (byte) => ALPHANUMERIC.charAt(byte % ALPHANUMERIC.length)).join('');
  }
  return text.slice(0, length);
}
