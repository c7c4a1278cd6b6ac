import { QUOTE } from './json-scan.ts';
import { parseMembers, type ReadMember } from './parse-json.ts';
import { UnreadableError } from './unreadable-error.ts';

/** From this size on, only what tells of the error is read of an answer that is one. */
export const LONG_ERROR_BYTES = 1024 * 1024;
/** A longer member is nothing that anybody reads in an error. */
const MAX_MEMBER_BYTES = 64 * 1024;

/** @see docs/service/posts.md#record */
const ERROR_MEMBERS = ['code', 'message', 'details', 'errors', 'retryAvailable', 'relink', 'history'];

/**
 * Reads the members of a long answer that tell of an error: a list or an object that is too long is told by its size,
 * a text is left out, so that the work stays small whatever was sent.
 *
 * @throws {UnreadableError} also for a list
 */
export function parseLongError(bytes: Uint8Array): object {
  const error = parseMembers(bytes, readErrorMember);
  if (error === null) throw new UnreadableError('is long, and not an object in JSON', bytes);
  return error;
}

const readErrorMember: ReadMember = (name, value, parse) => {
  if (!ERROR_MEMBERS.includes(name)) return undefined;
  if (value.length <= MAX_MEMBER_BYTES) return parse(value);
  return value[0] === QUOTE ? undefined : `${value.length} bytes, which are left out here`;
};
