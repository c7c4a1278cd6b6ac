import { countMaxDifferences, hashTrigrams } from './compare-texts.ts';

/**
 * Creates a list of the sketches of cores. They are side by side, so that a text is compared with thousands in no time;
 * only those that it returns have to be compared themselves.
 */
export function createSketchList() {
  let count = 0;
  let sketches = new Uint32Array(SKETCH_WORDS);
  let lengths = new Uint32Array(1);
  return {
    add(core: string): void {
      if (count === lengths.length) {
        sketches = copyInto(new Uint32Array(sketches.length * 2), sketches);
        lengths = copyInto(new Uint32Array(lengths.length * 2), lengths);
      }
      writeSketch(core, sketches, count * SKETCH_WORDS);
      lengths[count] = core.length;
      count += 1;
    },
    /** Yields the places from this one on whose texts may be near: all that are, and few others. */
    *findClose(core: string, from: number, isSkipped: (place: number) => boolean): Generator<number, void> {
      const sketch = new Uint32Array(SKETCH_WORDS);
      writeSketch(core, sketch, 0);
      let [length, most] = [0, -1];
      for (let place = from; place < count; place += 1) {
        if (isSkipped(place)) continue;
        if (lengths[place] !== length) {
          length = lengths[place] ?? 0;
          most = length === 0 ? -1 : countMaxDifferences(core.length, length);
        }
        if (most >= 0 && areSketchesClose(sketch, sketches, place * SKETCH_WORDS, most)) yield place;
      }
    },
  };
}

function copyInto(target: Uint32Array<ArrayBuffer>, source: Uint32Array): Uint32Array<ArrayBuffer> {
  target.set(source);
  return target;
}

/** Length of a sketch in words of 32 bits: one line of the processor's cache. */
const SKETCH_WORDS = 16;
const BITS = SKETCH_WORDS * 32;

/**
 * Writes the sketch of a core: each trigram flips one of its bits. Two sketches differ in at most as many bits as
 * their texts do in trigrams, since what both have flips the same bits; so no near text is missed by them.
 */
function writeSketch(core: string, sketches: Uint32Array, offset: number): void {
  sketches.fill(0, offset, offset + SKETCH_WORDS);
  hashTrigrams(core, (trigram) => {
    const bit = mixHash(trigram) % BITS;
    const word = offset + (bit >>> 5);
    sketches[word] = (sketches[word] ?? 0) ^ (1 << (bit & 31));
  });
}

/** Spreads the 48 bits of a trigram over 32 (the finalizer of MurmurHash3). */
function mixHash(trigram: number): number {
  let hash = ((trigram % 0x1_0000_0000) ^ (Math.floor(trigram / 0x1_0000_0000) * 0x9e3779b1)) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Whether two sketches differ in at most that number of bits. */
function areSketchesClose(one: Uint32Array, sketches: Uint32Array, offset: number, most: number): boolean {
  let differences = 0;
  // four at once: a branch for each word takes longer than counting its bits
  for (let word = 0; word < SKETCH_WORDS; word += 4) {
    differences +=
      countBits(xorAt(one, sketches, offset, word)) +
      countBits(xorAt(one, sketches, offset, word + 1)) +
      countBits(xorAt(one, sketches, offset, word + 2)) +
      countBits(xorAt(one, sketches, offset, word + 3));
    if (differences > most) return false;
  }
  return true;
}

function xorAt(one: Uint32Array, sketches: Uint32Array, offset: number, word: number): number {
  return (one[word] ?? 0) ^ (sketches[offset + word] ?? 0);
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
