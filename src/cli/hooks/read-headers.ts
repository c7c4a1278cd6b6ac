import { createUsageError } from '../../errors.ts';
import { WEBHOOK_HEADERS } from '../../facts/webhooks.ts';
import { type HeaderRecord, parseHeaders } from '../../rules/parse-headers.ts';
import type { CommandContext } from '../context.ts';

/** Where the headers of a delivery come from. */
export interface HeaderFlags {
  /** A file that holds them. */
  readonly headers?: string | undefined;
  readonly signature?: string | undefined;
  readonly timestamp?: string | undefined;
}

/**
 * The headers that a delivery is checked with: those of a file, or those that were typed.
 *
 * @throws CrierError of kind usage when both or none are given, or the file holds no header
 */
export async function readHeaders(
  { headers: file, signature, timestamp }: HeaderFlags,
  { readBytes }: Pick<CommandContext, 'readBytes'>,
): Promise<HeaderRecord> {
  const isTyped = signature !== undefined || timestamp !== undefined;
  if (file !== undefined && isTyped) {
    throw createUsageError(
      '--headers and --signature or --timestamp contradict each other',
      'give the headers by one of them',
    );
  }
  if (file === undefined && !isTyped) {
    throw createUsageError(
      'hooks verify needs the headers of the delivery',
      `add --headers <file>, or --signature with the value of ${WEBHOOK_HEADERS.signature}`,
    );
  }
  if (file === undefined) {
    return {
      ...(signature !== undefined && { [WEBHOOK_HEADERS.signature]: signature }),
      ...(timestamp !== undefined && { [WEBHOOK_HEADERS.signedAt]: timestamp }),
    };
  }
  const read = parseHeaders(decodeLatin1(await readBytes(file)));
  if (read !== null) return read;
  throw createUsageError(
    `${file === '-' ? 'standard input' : file} holds no headers`,
    `a header is a line such as "${WEBHOOK_HEADERS.signature}: 9c1f…"; an object of JSON is read as well`,
  );
}

/** Headers are bytes, and those of a signature may be any. */
function decodeLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
