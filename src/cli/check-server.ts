import { randomBytes } from 'node:crypto';
import { readBody } from '../client/read-body.ts';
import type { Transport } from '../client/transport.ts';
import { CrierError, createUsageError, getSystemCode } from '../errors.ts';
import { isSameSecret } from '../sandbox/access.ts';
import { computeProof, PROOF_PATH } from '../sandbox/prove-route.ts';
import type { ServerNote } from '../sandbox/server-note.ts';
import type { World } from './world.ts';

/** What answers at the address of a server: the server that wrote the note, something else, or nothing in time. */
export type ServerCheck = 'ours' | 'other' | 'silent' | 'gone';

const MOST_PROOF_BYTES = 4096;
const NONCE_BYTES = 16;
const OK = 200;

/** Has a server prove that it wrote the note; no key is sent. */
export async function checkServer(
  note: ServerNote,
  transport: Transport,
  withinMs: number,
): Promise<ServerCheck> {
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  const signal = AbortSignal.timeout(withinMs);
  const url = new URL(`${PROOF_PATH}?nonce=${nonce}`, note.address);
  try {
    const { status, headers, body } = await transport({
      method: 'GET',
      url,
      headers: {},
      body: null,
      signal,
    });
    const bytes = await readBody(body, headers['content-encoding'], MOST_PROOF_BYTES);
    const isProof =
      status === OK && isSameSecret(Buffer.from(bytes).toString('latin1'), computeProof(note, nonce));
    return isProof ? 'ours' : 'other';
  } catch (error) {
    if (signal.aborted) return 'silent';
    return ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(getSystemCode(error) ?? '') ? 'gone' : 'other';
  }
}

/** How long a command waits for the proof before it looks at the process, and how long a busy server may take. */
export const FIRST_WAIT_MS = 1_200;
const BUSY_WAIT_MS = 10_000;

/**
 * Refuses to go on with a server that is not the one of the note, or that does not answer. A server that is gone passes:
 * the caller looks for the next one.
 *
 * @param isBrief the command is about the server itself, and does not wait for a busy one
 * @throws CrierError `unavailable` when it does not answer, `usage` when it is not ours
 */
export async function requireServer(
  note: ServerNote,
  { checkServer: check, processes }: Pick<World, 'checkServer' | 'processes'>,
  isBrief: boolean,
): Promise<void> {
  const first = await check(note, FIRST_WAIT_MS);
  if (first === 'ours') return;
  const difference = await processes.differenceOf(note);
  const stopped = difference === null && (await processes.isStopped(note.pid));
  const isBusy = first === 'silent' && !isBrief && difference === null && !stopped;
  const found = isBusy ? await check(note, BUSY_WAIT_MS) : first;
  if (found === 'ours' || (found === 'gone' && difference === null)) return;
  if (found !== 'silent') throw createForeignServerError(note, difference);
  const { pid, address } = note;
  const reason = stopped ? ': the process is stopped' : difference === null ? '' : `: ${difference}`;
  const way = stopped ? `continue it with "kill -CONT ${pid}"` : 'try again later';
  throw new CrierError(
    'unavailable',
    `the server of the sandbox, process ${pid} at ${address}, does not answer${reason}`,
    { http: null, advice: `${way}, or end it with "crier sandbox stop"` },
  );
}

/** @param difference between the process of the note and the one that has its id here */
export function createForeignServerError(
  { pid, address }: ServerNote,
  difference: string | null,
): CrierError {
  const reason = difference ?? 'something else answers there';
  return createUsageError(
    `the server of the sandbox, process ${pid} at ${address}, cannot be used from here: ${reason}`,
    'end it where it runs, or choose another folder for the sandbox with CRIER_STATE_DIR',
  );
}
