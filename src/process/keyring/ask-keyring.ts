import { spawn } from 'node:child_process';
import type { KeyringAnswer, KeyringRequest } from '../../storage/keyring-request.ts';
import { getKeyringProgram } from './keyring-program-file.ts';

/** A keyring that is locked may wait for a person who is not there. */
const LIMIT_MS = 2_000;
/** The process takes less than a tenth of a second to start, but on a busy machine. */
const START_LIMIT_MS = 8_000;

/**
 * Asks the keyring in a process of its own, which is killed two seconds after it has asked: its library blocks the thread
 * that calls it, and no thread can be ended while it is blocked. Secrets go through pipes, and are in no command line.
 *
 * @see docs/decisions/0041-keyring.md
 */
export function askKeyring(request: KeyringRequest, env: NodeJS.ProcessEnv): Promise<KeyringAnswer> {
  const { promise, resolve } = Promise.withResolvers<KeyringAnswer>();
  const child = spawn(process.execPath, [getKeyringProgram()], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const giveUp = (fault: string) => {
    resolve({ fault });
    child.kill('SIGKILL');
  };
  let timer = setTimeout(() => giveUp('its process did not start in time'), START_LIMIT_MS);
  child.stdout.once('data', () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => giveUp(`it did not answer within ${LIMIT_MS / 1_000} s; it may be locked`),
      LIMIT_MS,
    );
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  child.stdin.on('error', () => {}); // the process has ended, which is reported below
  child.stdin.end(JSON.stringify(request));
  child.once('error', (error) => resolve({ fault: `its process cannot be started: ${error.message}` }));
  child.once('close', () => resolve(parseAnswer(said)));
  return promise.finally(() => clearTimeout(timer));
}

function parseAnswer(text: string): KeyringAnswer {
  try {
    return JSON.parse(text) as KeyringAnswer; // written by our own program
  } catch {
    return { fault: 'its library ended without an answer' };
  }
}
