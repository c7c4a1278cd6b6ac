import { isSame } from './access.ts';
import type { SandboxAnswer, SandboxRequest } from './exchange.ts';

/** Where a server is told to stop: `POST`, with the admin token as bearer. */
export const STOP_PATH = '/_sandbox/stop';

type Answer = (request: SandboxRequest) => Promise<SandboxAnswer>;

/**
 * Adds to what a sandbox answers the one thing that only its server can do.
 *
 * @param stop called when somebody with the token asks for it
 * @see docs/safety.md#D7
 */
export function withStop(answer: Answer, adminToken: string, stop: () => void): Answer {
  return async (request) => {
    if (request.method !== 'POST' || request.url.pathname !== STOP_PATH) return answer(request);
    const given = /^bearer +(\S+)$/i.exec(request.headers['authorization'] ?? '')?.[1] ?? '';
    if (!isSame(given, adminToken)) {
      return json(403, {
        action: 'sandbox',
        status: 'error',
        code: 102,
        message: 'This needs the admin token.',
      });
    }
    setImmediate(stop); // once this answer has left
    return json(200, { status: 'success' });
  };
}

function json(status: number, body: object): SandboxAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: new TextEncoder().encode(JSON.stringify(body)),
  };
}
