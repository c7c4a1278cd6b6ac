import { generateRandomText, type Random } from './generate-keys.ts';
import { ALPHANUMERIC } from './networks/network-ids.ts';

/** @see docs/service/general.md#identifier-formats */
export function generatePostId(random: Random): string {
  return generateAlphanumeric(random, 20);
}

/** Id of a comment, shared by all its networks. @see docs/service/general.md#identifier-formats */
export function generateServiceCommentId(random: Random): string {
  return generateAlphanumeric(random, 20);
}

/** Shared by the posts of one `autoRepost`. */
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

/** Id of one delivery attempt. @see docs/service/webhooks.md#HOOK-09 */
export function generateDeliveryId(random: Random): string {
  return generateAlphanumeric(random, 20);
}

function generateAlphanumeric(random: Random, length: number): string {
  return generateRandomText(random, ALPHANUMERIC, length);
}
