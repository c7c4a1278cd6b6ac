// Starts a program of the project's dependencies.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The file descriptor on which a program may report its progress, a line each time. */
export const PROGRESS_FD = 3;

/** Begins a line of progress that says what failed. */
export const FAILED = 'failed: ';

/**
 * Runs a program to its end and collects its output.
 *
 * @param command `node`, or a program that the dependencies of the tests or of the program itself bring
 * @param onProgress called with each line that the program writes to `PROGRESS_FD`
 */
export function runProgram(command, words, { env = process.env, onProgress } = {}) {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(findProgram(command), words, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    createInterface({ input: child.stdio[PROGRESS_FD] }).on('line', (line) => onProgress?.(line));
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      resolve({ isGood: code === 0, seconds, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

/** The file of a program; the command itself when no dependency brings it. */
export function findProgram(command) {
  if (command === 'node') return process.execPath;
  const folders = ['test/node_modules/.bin', 'node_modules/.bin'].map((folder) =>
    join(root, folder, command),
  );
  return folders.find(existsSync) ?? command;
}

/** Prints one line about a step, and its output if it failed. */
export function printStep(name, { isGood, seconds, output }) {
  process.stdout.write(`${isGood ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)\n${isGood ? '' : output}`);
}
