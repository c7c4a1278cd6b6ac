/** Bytes that arrive in chunks of any size. */
interface ByteBuffer {
  /** The caller stops at the maximum. */
  add(piece: Uint8Array): void;
  all(): Uint8Array;
}

const INITIAL_BYTES = 4 * 1024;

/**
 * Copies chunks into one growing buffer. Keeping a chunk of one byte by itself costs a hundred times its size.
 *
 * @param most maximum number of bytes
 * @see docs/safety.md#S6
 */
export function createByteBuffer(most: number): ByteBuffer {
  let bytes = new Uint8Array(Math.min(INITIAL_BYTES, most));
  let size = 0;
  return {
    add(piece) {
      const needed = size + piece.length;
      if (needed > bytes.length) {
        const larger = new Uint8Array(Math.min(most, Math.max(needed, 2 * bytes.length)));
        larger.set(bytes.subarray(0, size));
        bytes = larger;
      }
      bytes.set(piece, size);
      size = needed;
    },
    all: () => bytes.subarray(0, size),
  };
}
