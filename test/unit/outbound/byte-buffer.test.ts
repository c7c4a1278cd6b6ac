import { describe, expect, test } from 'vitest';
import { createByteBuffer } from '../../../src/outbound/post-over-socket.ts';

const MOST = 100_000;

describe('S6 bytes that come in pieces', () => {
  test.each([1, 7, 4_095, 4_096, 4_097, MOST])('of %i each are all there, in their order', (size) => {
    const sent = Uint8Array.from({ length: MOST }, (_none, at) => (at * 7) % 251);
    const growing = createByteBuffer(MOST);
    for (let at = 0; at < MOST; at += size) growing.add(sent.subarray(at, at + size));
    expect(Buffer.compare(growing.all(), sent)).toBe(0);
  });

  test('none is nothing, also where nothing may come', () => {
    expect(createByteBuffer(MOST).all()).toHaveLength(0);
    expect(createByteBuffer(0).all()).toHaveLength(0);
  });

  test('chunks are copied and not retained, and the buffer never exceeds the maximum', () => {
    const growing = createByteBuffer(MOST);
    const piece = Uint8Array.of(1);
    for (let at = 0; at < MOST; at += 1) growing.add(piece);
    piece[0] = 2;
    const all = growing.all();
    expect([all.length, all[0], all.at(-1), all.buffer.byteLength]).toEqual([MOST, 1, 1, MOST]);
  });
});
