import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { forwardLines } from '../../../src/process/run-with-input.ts';

async function readLines(chunks: readonly (string | Uint8Array)[]): Promise<readonly string[]> {
  const lines: string[] = [];
  await forwardLines(
    Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
    async (line) => void lines.push(line),
  );
  return lines;
}

test.each<[string, readonly (string | Uint8Array)[], readonly string[]]>([
  ['one line', ['a\n'], ['a']],
  ['lines across chunks, the last without an end', ['a', 'b\nc', '\nd'], ['ab', 'c', 'd']],
  ['ends of Windows, and empty lines', ['a\r\n\n \r\nb\r\n'], ['a', 'b']],
  ['a character across chunks', [Buffer.from('é').subarray(0, 1), Buffer.from('é\n').subarray(1)], ['é']],
  ['a line that is too long', ['x'.repeat(3_000), 'x'.repeat(3_000), '\ny'], [`${'x'.repeat(4_000)}…`, 'y']],
  ['nothing', [], []],
])('%s', async (_what, chunks, lines) => {
  expect(await readLines(chunks)).toEqual(lines);
});
