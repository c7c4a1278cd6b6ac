import type { LooseRecord } from '../../domain/json/loose-record.ts';
import { CrierError } from '../../errors.ts';
import { describeErrorCode } from '../errors/describe-error-code.ts';

/** The flags that set a required part. */
const PART_FLAGS = {
  platforms: 'the networks: --platform <network>',
  post: 'the text: --text <text> or --text-file; optional with --media',
} as const;
type RequiredPart = keyof typeof PART_FLAGS;

/** Lists the missing parts. */
export function listMissingParts(body: LooseRecord): readonly RequiredPart[] {
  return (['platforms', 'post'] as const).filter((part) => body[part] === undefined);
}

/** Error for missing parts without a terminal to ask at. */
export function buildMissingError(missing: readonly RequiredPart[]): CrierError {
  return new CrierError('usage', 'required parts of the post are missing', {
    ...describeErrorCode(BAD_PARAMETERS),
    errors: missing.map((path) => ({ path, message: PART_FLAGS[path] })),
    advice: 'add these flags, or use -f <file>; in a terminal, the command asks for them',
  });
}

const BAD_PARAMETERS = 101;
