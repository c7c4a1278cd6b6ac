import { spawn } from 'node:child_process';
import type { BackgroundProcess } from '../world.ts';

/** Characters of its stderr that are kept until it is detached. */
const KEPT_CHARACTERS = 8_000;

/** Starts a program that outlives this one, in a session of its own, without stdin and stdout. */
export function startBackground(
  program: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): BackgroundProcess {
  const child = spawn(program, words, { env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const { promise, resolve } = Promise.withResolvers<string>();
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said = `${said}${chunk}`.slice(0, KEPT_CHARACTERS);
  });
  child.once('error', (error) => resolve(error.message));
  child.once('close', () => resolve(said));
  return {
    id: child.pid ?? 0,
    ended: promise,
    detach() {
      child.stderr.destroy();
      child.unref();
    },
  };
}
