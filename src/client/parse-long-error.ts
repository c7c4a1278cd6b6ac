import { QUOTE } from './json-scan.ts';
import { parseMembers, type ReadMember } from './parse-json.ts';
import { UnreadableError } from './unreadable-error.ts';

/** From this size, only the members that describe the error are parsed. */
export const LONG_ERROR_BYTES = 1024 * 1024;
/** Longer members are of no use in an error message. */
const MAX_MEMBER_BYTES = 64 * 1024;

/** @see docs/service/posts.md#record */
const ERROR_MEMBERS = ['code', 'message', 'details', 'errors', 'retryAvailable', 'relink', 'history'];

/**
 * Parses the members of a long response that describe an error: a list or object that is too long is replaced by its
 * size, a text is omitted, so that the work is bounded.
 *
 * @throws {UnreadableError} also for a list
 */
export function parseLongError(bytes: Uint8Array): object {
  const error = parseMembers(bytes, readErrorMember);
  if (error === null) throw new UnreadableError('is long, and not a JSON object', bytes);
  return error;
}

const readErrorMember: ReadMember = (name, value, parse) => {
  if (!ERROR_MEMBERS.includes(name)) return undefined;
  if (value.length <= MAX_MEMBER_BYTES) return parse(value);
  return value[0] === QUOTE ? undefined : `${value.length} bytes, omitted here`;
};
