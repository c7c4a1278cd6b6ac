import { fstatSync, writeSync } from 'node:fs';

// Standard output without its stream, whose opening takes a good part of a short run.

/** Checked without opening the stream, which is costly; `node:tty` is loaded only for a character device. */
export function isTerminal(descriptor: number): boolean {
  return fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(descriptor);
}

/** The width of a terminal; undefined for anything else, and where it does not report one. */
export function getColumns(descriptor: number, stream: () => NodeJS.WriteStream): number | undefined {
  return isTerminal(descriptor) ? stream().columns || undefined : undefined; // 0 when it does not report its width
}

/** What a short answer needs to know of standard output. */
export const QUICK_OUTPUT = {
  get isTerminal() {
    return isTerminal(1);
  },
  get columns() {
    return getColumns(1, () => process.stdout);
  },
};

/** @returns the bytes that were not written: those from an error on, or that its reader has no room for */
export function writeAtOnce(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(1, bytes, written);
  } catch {
    // the stream that writes the rest reports the error, or waits until there is room
  }
  return bytes.subarray(written);
}
