import { createHmac } from 'node:crypto';
import type { ServerNote } from '../server-note.ts';
import { isSameSecret } from './access.ts';
import type { App } from './app.ts';
import type { SandboxAnswer, SandboxRequest } from './sandbox-request.ts';

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

/**
 * Lets clients use a token of the user in place of the API key, which is made by the sandbox: containers know it before
 * the server runs. The stored key stays as it is.
 */
export function addToken(answer: App, token: string, getApiKey: () => string): App {
  return (request) => {
    const given = /^bearer +(\S+)$/i.exec(request.headers['authorization'] ?? '')?.[1] ?? '';
    if (!isSameSecret(given, token)) return answer(request);
    return answer({ ...request, headers: { ...request.headers, authorization: `Bearer ${getApiKey()}` } });
  };
}

/** What answers requests to the MCP server. @param service answers those that its tools send */
export type McpAnswerer = (request: SandboxRequest, service: App) => Promise<SandboxAnswer>;

/** The path of the service's MCP server. @see docs/service/access.md#mcp */
const MCP_PATH = '/mcp';

/** Adds the MCP server, which is made outside of the sandbox, since its tools are those of the client. */
export function addMcpRoute(answer: App, answerMcp: McpAnswerer): App {
  return (request) => (request.url.pathname === MCP_PATH ? answerMcp(request, answer) : answer(request));
}

/** Route that stops a server: `POST`, with the admin token as bearer. */
export const STOP_PATH = '/_sandbox/stop';

/**
 * Adds the route that only exists in a server.
 *
 * @param stop called when a client with the token requests it
 * @see docs/safety.md#D7
 */
export function addStopRoute(answer: App, adminToken: string, stop: () => void): App {
  return async (request) => {
    if (request.method !== 'POST' || request.url.pathname !== STOP_PATH) return answer(request);
    const given = /^bearer +(\S+)$/i.exec(request.headers['authorization'] ?? '')?.[1] ?? '';
    if (!isSameSecret(given, adminToken)) {
      return buildJsonAnswer(403, {
        action: 'sandbox',
        status: 'error',
        code: 102,
        message: 'This requires the admin token.',
      });
    }
    setImmediate(stop); // after the response was sent
    return buildJsonAnswer(200, { status: 'success' });
  };
}

function buildJsonAnswer(status: number, body: object): SandboxAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: new TextEncoder().encode(JSON.stringify(body)),
  };
}
