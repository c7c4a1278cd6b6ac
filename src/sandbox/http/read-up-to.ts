/** Reads the first bytes of a body and leaves the rest unread. */
export async function readUpTo(
  body: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(chunks).subarray(0, bytes);
}
