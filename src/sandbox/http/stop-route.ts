import { isSameSecret } from './access.ts';
import type { App } from './app.ts';
import type { SandboxAnswer } from './sandbox-request.ts';

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
