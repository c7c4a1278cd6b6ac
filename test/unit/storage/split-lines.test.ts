import { expect, test } from 'vitest';
import { splitLines } from '../../../src/storage/split-lines.ts';

async function linesOf(
  chunks: readonly string[],
  { lineBytes = 100, step = 0 } = {},
): Promise<readonly string[]> {
  const bytes = Buffer.from(chunks.join(''));
  const parts =
    step === 0
      ? chunks.map((each) => Buffer.from(each))
      : Array.from({ length: Math.ceil(bytes.length / step) }, (_, at) =>
          bytes.subarray(at * step, (at + 1) * step),
        );
  async function* arrive() {
    yield* parts;
  }
  return Array.fromAsync(splitLines(arrive(), lineBytes));
}

test.each([
  ['nothing', [], []],
  ['one line without its break', ['one'], ['one']],
  ['breaks of both kinds', ['one\r\ntwo\n\nthree'], ['one', 'two', '', 'three']],
  ['a break between chunks', ['one', '\ntw', 'o\n'], ['one', 'two']],
])('%s', async (_what, chunks, expected) => {
  expect(await linesOf(chunks)).toEqual(expected);
});

test.each([1, 2, 3])('characters stay whole when they arrive %i bytes at a time', async (step) => {
  expect(await linesOf(['ä 🥔\n漢字 ✓\n'], { step })).toEqual(['ä 🥔', '漢字 ✓']);
});

test('a line that is too long is refused before its end', async () => {
  await expect(linesOf(['a'.repeat(60), 'a'.repeat(60)])).rejects.toThrow('a line of more than 100 bytes');
});
