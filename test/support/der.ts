/** One value of DER: its tag, its length, and what it holds. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const held = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(held.length)]), held]);
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return [0x80 + bytes.length, ...bytes];
}

export const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts);
/** What is under a number that its place gives a meaning. */
export const tagged = (number: number, ...parts: readonly Uint8Array[]) => der(0xa0 + number, ...parts);
export const integer = (bytes: Uint8Array) => der(0x02, bytes);
export const yes = () => der(0x01, Buffer.from([0xff]));
export const octets = (...parts: readonly Uint8Array[]) => der(0x04, ...parts);
export const bits = (bytes: Uint8Array) => der(0x03, Buffer.from([0]), bytes);
export const text = (value: string) => der(0x0c, Buffer.from(value));
/** `20260101000000Z` */
export const time = (moment: number) =>
  der(0x18, Buffer.from(`${new Date(moment).toISOString().replace(/[-:T]|\..*/g, '')}Z`));

/** @param dotted as it is written, `2.5.4.3` */
export function objectId(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inSevenBits)]));
}

function inSevenBits(value: number): readonly number[] {
  const digits = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}
