/** Bytes that come in pieces of whatever size. */
interface ByteBuffer {
  /** Beyond the most that may come, the caller stops. */
  add(piece: Uint8Array): void;
  all(): Uint8Array;
}

const INITIAL_BYTES = 4 * 1024;

/**
 * Copies pieces into one place that grows. To keep each by itself costs a hundred times its size where it is one byte.
 *
 * @param most how many bytes come at most
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
