import type { SandboxKeys } from './store/access.ts';

export const DIGITS = '0123456789';
export const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns cryptographically secure random bytes. */
export type Random = (bytes: number) => Uint8Array;

const POOL_BYTES = 4 * 1024;

/** Draws larger pieces from a source, and gives out each byte once: a call of the system costs more than an id. */
export function poolRandom(random: Random): Random {
  let pool: Uint8Array = new Uint8Array(0);
  return (bytes) => {
    if (bytes > POOL_BYTES) return random(bytes);
    if (bytes > pool.length) pool = random(POOL_BYTES);
    const drawn = pool.subarray(0, bytes);
    pool = pool.subarray(bytes);
    return drawn;
  };
}

const KEY_BYTES = 20;
const REF_ID_BYTES = 20;

const API_KEY_PREFIX = 'SBX-API-';

/** Whether an API key is one of a sandbox, by its prefix. */
export function isSandboxKey(apiKey: string): boolean {
  return apiKey.startsWith(API_KEY_PREFIX);
}

/**
 * Generates the keys of a new sandbox; their prefixes say what they are for, so that none is mistaken for a real one.
 */
export function generateKeys(random: Random): SandboxKeys {
  return {
    apiKey: `${API_KEY_PREFIX}${toHex(random(KEY_BYTES))}`,
    adminToken: generateAdminToken(random),
    xPair: {
      key: `SBX-X-KEY-${toHex(random(KEY_BYTES))}`,
      secret: `SBX-X-SECRET-${toHex(random(KEY_BYTES))}`,
    },
  };
}

export function generateAdminToken(random: Random): string {
  return `SBX-ADMIN-${toHex(random(KEY_BYTES))}`;
}

export function generateProfileKey(random: Random): string {
  return `SBX-PROFILE-${toHex(random(KEY_BYTES))}`;
}

/** Opens the page on which the accounts of a profile are linked: 131 bits, and short enough for one line. */
export function generateLinkToken(random: Random): string {
  return `SBX-LINK-${generateAlphanumeric(random, 22)}`;
}

export function generateSessionId(random: Random): string {
  return `ls_${generateAlphanumeric(random, 20)}`;
}

/** 40 hex digits. @see docs/service/general.md#identifier-formats */
export function generateRefId(random: Random): string {
  return toHex(random(REF_ID_BYTES)).toLowerCase();
}

const TRACE_BYTES = 8;

/** Identifies an internal fault. @see docs/service/errors.md#code-1500 */
export function generateTraceId(random: Random): string {
  return toHex(random(TRACE_BYTES)).toLowerCase();
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').toUpperCase();
}

const BYTE_VALUES = 256;

/** Generates an unguessable text with uniformly distributed characters. */
export function generateRandomText(random: Random, alphabet: string, length: number): string {
  // The largest multiple of the alphabet's length that fits a byte: larger values would make some characters more
  // likely.
  const evenBelow = BYTE_VALUES - (BYTE_VALUES % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of random(length)) if (byte < evenBelow) text += alphabet.charAt(byte % alphabet.length);
  }
  return text.slice(0, length);
}

/** @see docs/service/general.md#identifier-formats */
export function generatePostId(random: Random): string {
  return generateAlphanumeric(random, 20);
}

/** Id of a comment, shared by all its networks. @see docs/service/general.md#identifier-formats */
export function generateServiceCommentId(random: Random): string {
  return generateAlphanumeric(random, 20);
}

/** Id of a feed. @see docs/service/endpoints.md#feeds */
export function generateFeedId(random: Random): string {
  return generateAlphanumeric(random, 10);
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
