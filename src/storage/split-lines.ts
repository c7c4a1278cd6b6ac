import { createUsageError } from '../errors.ts';

const LINE_FEED = 10;

/**
 * Splits bytes into lines as they arrive, each without its line break. The last one needs none.
 *
 * @throws CrierError of kind usage for a line of more than `lineBytes`
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  lineBytes: number,
): AsyncGenerator<string, void> {
  let rest: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      yield decode([...rest, chunk.subarray(start, end)]);
      [rest, length, start] = [[], 0, end + 1];
    }
    rest.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > lineBytes) throw createUsageError(`a line of more than ${lineBytes} bytes`);
  }
  if (length > 0) yield decode(rest);
}

function decode(parts: readonly Uint8Array[]): string {
  return Buffer.concat(parts).toString('utf8').replace(/\r$/, '');
}
