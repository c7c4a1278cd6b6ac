import { createHmac } from 'node:crypto';
import type { ServerNote } from '../server-note.ts';
import type { App } from './app.ts';

/** Route by which a server proves that it wrote its note: `GET`, with a nonce of the client. */
export const PROOF_PATH = '/_sandbox/proof';

const NONCE = /^[0-9a-f]{32}$/;

/**
 * The proof for a nonce (HMAC with the admin token): only the server and readers of its note have the token. It
 * covers the address, so that a program on another port cannot relay the challenge. The token itself is only sent to
 * a server that has proved its identity.
 */
export function computeProof(
  { address, credentials }: Pick<ServerNote, 'address' | 'credentials'>,
  nonce: string,
): string {
  return createHmac('sha256', credentials.adminToken)
    .update(`sandbox server\n${address}\n${nonce}`)
    .digest('hex');
}

/** Adds the proof route to a server. @param note null until it listens */
export function addProofRoute(
  answer: App,
  note: () => Pick<ServerNote, 'address' | 'credentials'> | null,
): App {
  return async (request) => {
    const nonce = request.url.searchParams.get('nonce') ?? '';
    const of = note();
    const isAsked = request.method === 'GET' && request.url.pathname === PROOF_PATH && NONCE.test(nonce);
    if (!isAsked || of === null) return answer(request);
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: new TextEncoder().encode(computeProof(of, nonce)),
    };
  };
}
