import type { Client } from '../../../client/client.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { CrierError } from '../../../errors.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import { getLinkSession } from '../../../service/endpoints/link-sessions.ts';
import { ERRORS } from '../../../service/errors.ts';
import type { IoPort } from '../../framework/command/io.ts';
import type { RecordView } from '../../framework/output/view.ts';

/** How often the state of a session is read. */
const LOOK_EVERY_MS = 2 * SECOND_MS;

const OPEN = 'open';
const LINKED = 'linked';

/** The codes of sessions that have ended. @see docs/service/errors.md#ERR-06 */
const DEAD: ReadonlyMap<string, number> = new Map([
  ['revoked', 501],
  ['expired', 503],
]);

/** Reads the state of a session. */
export async function readLinkSession(client: Client, sessionId: string) {
  return client.call(getLinkSession, { params: { sessionId } });
}

/**
 * Waits until an account was linked. Ctrl-C ends the wait, and nothing else: the session stays open.
 *
 * @throws CrierError of kind auth when the session ends without one
 */
export async function waitUntilLinked(client: Client, sessionId: string, io: IoPort): Promise<string> {
  for (;;) {
    const { body } = await readLinkSession(client, sessionId);
    const state = body.state ?? LINKED;
    if (state !== OPEN) {
      io.progress(null);
      if (state === LINKED) return state;
      throw createEndedError(state);
    }
    io.progress('waiting for an account to be linked; Ctrl-C stops waiting');
    await io.clock.sleep(LOOK_EVERY_MS, io.signal);
  }
}

function createEndedError(state: string): CrierError {
  const code = DEAD.get(state) ?? null;
  const fact = code === null ? undefined : ERRORS[code];
  return new CrierError('auth', `no account was linked: ${fact?.meaning ?? `the session is ${state}`}`, {
    code,
    http: null,
    advice: '"crier profiles link" creates another session',
  });
}

export function buildSessionView(
  document: RecordView['document'],
  {
    sessionId,
    title = null,
    state,
    url = null,
  }: { sessionId: string | null; title?: string | null; state: string | null; url?: string | null },
): RecordView {
  return {
    kind: 'record',
    document,
    lines: [
      { name: 'sessionId', title: 'session', value: sessionId },
      { name: 'title', title: 'profile', value: title },
      { name: 'state', title: 'state', value: state },
      { name: 'expiresAt', title: 'ends', value: readTimestamp(document['expiresAt']).iso, role: 'time' },
      { name: 'url', title: 'url', value: url },
    ],
  };
}
