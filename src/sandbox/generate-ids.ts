import type { Random } from './generate-keys.ts';
import { generateRandomText } from './generate-random-text.ts';
import { ALPHANUMERIC } from './networks/derived-ids.ts';

/** @see docs/service/general.md#identifier-formats */
export function generatePostId(random: Random): string {
  return generateAlphanumeric(random, 20);
}

/** Of a comment, over all its networks. @see docs/service/general.md#identifier-formats */
export function generateServiceCommentId(random: Random): string {
  return generateAlphanumeric(random, 20);
}

/** Of the posts that one `autoRepost` made. */
export function generateAutoRepostId(random: Random): string {
  return generateAlphanumeric(random, 20);
}

/** @see docs/service/general.md#identifier-formats */
export function generateAutomationId(random: Random): string {
  return `auto_${generateAlphanumeric(random, 10)}`;
}

export function generateTriggerId(random: Random): string {
  return `trg_${generateAlphanumeric(random, 6)}`;
}

export function generateActionId(random: Random): string {
  return `act_${generateAlphanumeric(random, 6)}`;
}

/** @see docs/service/general.md#identifier-formats */
export function generateHookId(random: Random): string {
  return generateAlphanumeric(random, 20);
}

/** Of one attempt to deliver something. @see docs/service/webhooks.md#HOOK-09 */
export function generateDeliveryId(random: Random): string {
  return generateAlphanumeric(random, 20);
}

function generateAlphanumeric(random: Random, length: number): string {
  return generateRandomText(random, ALPHANUMERIC, length);
}
