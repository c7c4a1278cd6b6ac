import { randomBytes } from 'node:crypto';
import { readBody } from '../../../../client/read-body.ts';
import type { Transport } from '../../../../client/transport.ts';
import { CrierError, createUsageError, getSystemCode } from '../../../../errors.ts';
import { isSameSecret } from '../../../../sandbox/http/access.ts';
import { computeProof, PROOF_PATH } from '../../../../sandbox/http/server-routes.ts';
import type { ServerNote } from '../../../../sandbox/server-note.ts';
import type { ServerCheck, World } from '../../../../world.ts';

const MOST_PROOF_BYTES = 4096;
const NONCE_BYTES = 16;
const OK = 200;

/** Asks the server to prove that it wrote the note; no key is sent. */
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

/**
 * How long a command waits for the proof before it inspects the process, and how long a busy server may take.
 */
export const FIRST_WAIT_MS = 1_200;
const BUSY_WAIT_MS = 10_000;

/**
 * Refuses a server that is not the one of the note, or that does not respond. A server that is gone passes:
 * the caller looks for the next one.
 *
 * @param isBrief does not wait for a busy server, in commands about the server itself
 * @throws CrierError `unavailable` when it does not respond, `usage` when it is not ours
 */
export async function requireServer(
  note: ServerNote,
  { checkServer: check, processes }: World,
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
    `the sandbox server, process ${pid} at ${address}, does not respond${reason}`,
    { http: null, advice: `${way}, or stop it with "crier sandbox stop"` },
  );
}

/** @param difference between the process of the note and the process with that id on this machine */
export function createForeignServerError(
  { pid, address }: ServerNote,
  difference: string | null,
): CrierError {
  const reason = difference ?? 'something else responds there';
  return createUsageError(
    `the sandbox server, process ${pid} at ${address}, cannot be used from here: ${reason}`,
    'stop it where it runs, or set CRIER_STATE_DIR to another folder',
  );
}
