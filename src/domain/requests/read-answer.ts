import type { NetworkError } from '../../service/endpoints/network-error.ts';
import { isRecord } from '../json/loose-record.ts';

/**
 * Reads `errors` of an answer in any form: a list of entries, one entry, entries by network, or plain text. Entries
 * keep their other fields.
 *
 * @see docs/service/errors.md#envelope
 * @see docs/service/comments.md#COM-15, #COM-27
 * @see docs/service/general.md#HTTP-10
 */
export function readNetworkErrors(errors: unknown): readonly NetworkError[] {
  if (errors === undefined || errors === null) return [];
  if (Array.isArray(errors)) return errors.map((entry) => readEntry(entry));
  if (!isRecord(errors) || OWN_NAMES.some((name) => Object.hasOwn(errors, name))) return [readEntry(errors)];
  return Object.entries(errors).map(([platform, entry]) => readEntry(entry, platform));
}

/** Reads an integer code, also from a string; null for anything else. */
export function readCode(value: unknown): number | null {
  if (typeof value === 'string' && /^\d{1,6}$/.test(value)) return Number(value);
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

const OWN_NAMES = ['platform', 'status', 'code', 'message', 'id'] as const;

function readEntry(entry: unknown, under: string | null = null): NetworkError {
  const fields = isRecord(entry) ? entry : { message: entry };
  const { platform, status, code, message, id } = fields;
  return {
    ...fields,
    platform: toText(platform) ?? under,
    status: toText(status),
    code: readCode(code),
    message: toText(message) ?? (readCode(code) === null ? toText(code) : null),
    id: toText(id),
  };
}

function toText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
