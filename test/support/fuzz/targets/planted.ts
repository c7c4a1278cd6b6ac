import type { FuzzTarget } from '../fuzz-target.ts';

const kept: number[][] = [];

/** Readers with the faults that the fuzzer looks for, each behind conditions that only an input of its own reaches. */
export const PLANTED: Readonly<Record<string, FuzzTarget>> = {
  exception: {
    seeds: ['crier'],
    run(input) {
      if (!input.startsWith('c')) return;
      if (input[1] === '<') {
        if (input[2] === '"') {
          if (input[3] === '\0') throw new TypeError('planted');
        }
      }
    },
  },
  rejection: {
    seeds: ['a'],
    run(input) {
      if (input.includes('[')) void Promise.reject(new Error('planted'));
    },
  },
  hang: {
    seeds: ['a'],
    run(input) {
      for (let turns = 0; input.includes('%'); turns += 1) if (turns < 0) return;
    },
  },
  memory: {
    seeds: ['a'],
    run(input) {
      while (input.includes('#')) kept.push(new Array<number>(8_000).fill(0.5));
    },
  },
};
