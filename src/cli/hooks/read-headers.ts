import { createUsageError } from '../../errors.ts';
import { WEBHOOK_HEADERS } from '../../service/webhooks.ts';
import type { CommandContext } from '../context/context.ts';
import { type HeaderRecord, parseHeaders } from './parse-headers.ts';

/** Flags that contain the headers of a delivery. */
export interface HeaderFlags {
  /** File with the headers. */
  readonly headers?: string | undefined;
  readonly signature?: string | undefined;
  readonly timestamp?: string | undefined;
}

/**
 * Reads the headers of a delivery from a file or from flags.
 *
 * @throws CrierError of kind usage when both or none are given, or the file has no headers
 */
export async function readHeaders(
  { headers: file, signature, timestamp }: HeaderFlags,
  { readBytes }: Pick<CommandContext, 'readBytes'>,
): Promise<HeaderRecord> {
  const isTyped = signature !== undefined || timestamp !== undefined;
  if (file !== undefined && isTyped) {
    throw createUsageError(
      '--headers cannot be used together with --signature or --timestamp',
      'use only one of them',
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
    `${file === '-' ? 'standard input' : file} contains no headers`,
    `write lines such as "${WEBHOOK_HEADERS.signature}: 9c1f…", or a JSON object`,
  );
}

/** Headers are bytes; a signature may contain any of them. */
function decodeLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
