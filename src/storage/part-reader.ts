import type { FileHandle } from 'node:fs/promises';

/** Reads `length` bytes at `offset` of a file, fewer at its end. */
export type ReadPart = (offset: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

export function createPartReader(handle: FileHandle): ReadPart {
  return async (offset, length) => {
    const buffer = new Uint8Array(length);
    let read = 0;
    while (read < length) {
      const { bytesRead } = await handle.read(buffer, read, length - read, offset + read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return buffer.subarray(0, read);
  };
}
