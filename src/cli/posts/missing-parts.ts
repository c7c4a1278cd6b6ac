import { CrierError } from '../../errors.ts';
import type { LooseRecord } from '../../rules/loose-record.ts';
import { describeErrorCode } from '../describe-error-code.ts';

/** What gives a part that a post cannot do without. */
const PART_FLAGS = {
  platforms: 'where it goes: --platform <network>',
  post: 'what it says: --text <text>, or --text-file; with --media it may say nothing',
} as const;
type RequiredPart = keyof typeof PART_FLAGS;

/** The parts that nobody gave yet. */
export function listMissingParts(body: LooseRecord): readonly RequiredPart[] {
  return (['platforms', 'post'] as const).filter((part) => body[part] === undefined);
}

/** What is said when something is missing, and nobody is there to be asked for it. */
export function buildMissingError(missing: readonly RequiredPart[]): CrierError {
  return new CrierError('usage', 'a post needs more than was given', {
    ...describeErrorCode(BAD_PARAMETERS),
    errors: missing.map((path) => ({ path, message: PART_FLAGS[path] })),
    advice: 'add these flags, or name a file with -f; on a terminal each is asked for',
  });
}

const BAD_PARAMETERS = 101;
