// Starts the TypeScript compiler so that it takes little time of the processors: it runs beside tests.
import { availableParallelism } from 'node:os';
import { runProgram } from './run-program.mjs';

/** Each checker infers again what the others infer too: four on two cores cost half as much time again as one. */
const CHECKERS = Math.min(4, Math.ceil(availableParallelism() / 2));
/** It keeps nearly all that it makes: collecting its garbage an eighth as often takes nearly a quarter less time, and 0.3 GB more. */
const RARE_COLLECTIONS = { GOGC: '800' };

/** @param words the configuration, and what differs from it */
export const runCompiler = (words) =>
  runProgram('tsc', [...words, '--checkers', `${CHECKERS}`], {
    env: { ...process.env, ...RARE_COLLECTIONS },
  });
