import { ALPHANUMERIC } from './networks/made-id.ts';
import type { Random } from './new-keys.ts';
import { newLetters } from './new-letters.ts';

/** @see docs/service/general.md#identifier-formats */
export function newPostId(random: Random): string {
  return letters(random, 20);
}

/** Of a comment, over all its networks. @see docs/service/general.md#identifier-formats */
export function newServiceCommentId(random: Random): string {
  return letters(random, 20);
}

/** Of the posts that one `autoRepost` made. */
export function newAutoRepostId(random: Random): string {
  return letters(random, 20);
}

/** @see docs/service/general.md#identifier-formats */
export function newAutomationId(random: Random): string {
  return `auto_${letters(random, 10)}`;
}

export function newTriggerId(random: Random): string {
  return `trg_${letters(random, 6)}`;
}

export function newActionId(random: Random): string {
  return `act_${letters(random, 6)}`;
}

/** @see docs/service/general.md#identifier-formats */
export function newHookId(random: Random): string {
  return letters(random, 20);
}

/** Of one attempt to deliver something. @see docs/service/webhooks.md#HOOK-09 */
export function newDeliveryId(random: Random): string {
  return letters(random, 20);
}

function letters(random: Random, length: number): string {
  return newLetters(random, ALPHANUMERIC, length);
}
