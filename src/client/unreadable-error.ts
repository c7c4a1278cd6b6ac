/** The response is not one of the service; the reason continues "the answer …". */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly reason: string;
  /** The bytes that were read, to show how they begin. */
  readonly bytes: Uint8Array;

  constructor(reason: string, bytes: Uint8Array, cause?: unknown) {
    super(`the response ${reason}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.bytes = bytes;
  }
}
