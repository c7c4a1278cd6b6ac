import * as z from 'zod';
import { createUsageError } from '../errors.ts';
import { Platform } from '../service/platforms.ts';

/** An id of the service or a network: a text, since many have more digits than a number of JSON holds. */
export const Id = z.string().min(1).max(300);

export const PROFILE = { profile: Id.optional().describe('User Profile (alias) to act for') };

export const ZONE = {
  timeZone: z.string().max(60).optional().describe('IANA zone of times, such as Europe/Oslo'),
};

export const SINCE = { since: z.string().max(40).optional().describe('2h, 7d, a day or an ISO time') };

export const Platforms = z.array(z.enum(Platform.options)).min(1).max(Platform.options.length);

export const WebUrl = z
  .string()
  .max(2_000)
  .regex(/^https?:\/\//, 'must be a URL that begins with https://');

/** @param fallback few: a model reads every one of them, and can ask for more */
export function defineLimit(fallback: number) {
  return { limit: z.int().min(1).max(100).default(fallback).describe('most to list') };
}

const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i;
/** `in 2h` and the like do not depend on a zone. */
const IS_RELATIVE = /^in\b/i;

/**
 * Refuses a time that could mean several: models know neither the zone of the machine nor that of the user.
 *
 * @throws CrierError of kind usage
 */
export function requireZone(time: string | undefined, timeZone: string | undefined): void {
  if (time === undefined || timeZone !== undefined || HAS_ZONE.test(time) || IS_RELATIVE.test(time)) return;
  throw createUsageError(
    `"${time}" says no time zone`,
    'give timeZone, such as Europe/Oslo, or an offset as in 2026-12-01T09:00:00+01:00',
  );
}
