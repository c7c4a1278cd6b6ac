/** What came cannot be taken for an answer of the service; the reason goes on from "the answer …". */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly reason: string;
  /** As much of the body as was read, for showing how it begins. */
  readonly bytes: Uint8Array;

  constructor(reason: string, bytes: Uint8Array, cause?: unknown) {
    super(`the answer ${reason}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.bytes = bytes;
  }
}
