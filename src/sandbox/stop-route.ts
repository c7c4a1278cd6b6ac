import { isSameSecret } from './access.ts';
import type { SandboxAnswer, SandboxRequest } from './sandbox-request.ts';

/** Where a server is told to stop: `POST`, with the admin token as bearer. */
export const STOP_PATH = '/_sandbox/stop';

type StoppableAnswer = (request: SandboxRequest) => Promise<SandboxAnswer>;

/**
 * Adds to what a sandbox answers the one thing that only its server can do.
 *
 * @param stop called when somebody with the token asks for it
 * @see docs/safety.md#D7
 */
export function addStopRoute(answer: StoppableAnswer, adminToken: string, stop: () => void): StoppableAnswer {
  return async (request) => {
    if (request.method !== 'POST' || request.url.pathname !== STOP_PATH) return answer(request);
    const given = /^bearer +(\S+)$/i.exec(request.headers['authorization'] ?? '')?.[1] ?? '';
    if (!isSameSecret(given, adminToken)) {
      return buildJsonAnswer(403, {
        action: 'sandbox',
        status: 'error',
        code: 102,
        message: 'This needs the admin token.',
      });
    }
    setImmediate(stop); // once this answer has left
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
