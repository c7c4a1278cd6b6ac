import { createHmac } from 'node:crypto';
import type { SandboxAnswer, SandboxRequest } from './sandbox-request.ts';
import type { ServerNote } from './server-note.ts';

/** Where a server proves that it is the one that wrote its note: `GET`, with a nonce of the client. */
export const PROOF_PATH = '/_sandbox/proof';

const NONCE = /^[0-9a-f]{32}$/;

/**
 * The proof for a nonce: only the server and who can read its note have the token. The address is part of it, so that a
 * program at another port cannot pass the question on. The token itself goes to nothing that has not proved itself.
 */
export function computeProof(
  { address, credentials }: Pick<ServerNote, 'address' | 'credentials'>,
  nonce: string,
): string {
  return createHmac('sha256', credentials.adminToken)
    .update(`sandbox server\n${address}\n${nonce}`)
    .digest('hex');
}

type ProvingAnswer = (request: SandboxRequest) => Promise<SandboxAnswer>;

/** Adds the proof to what a server answers. @param note null as long as it does not listen */
export function addProofRoute(
  answer: ProvingAnswer,
  note: () => Pick<ServerNote, 'address' | 'credentials'> | null,
): ProvingAnswer {
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
