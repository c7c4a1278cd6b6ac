import { LIMITS } from '../facts/limits.ts';
import { ServiceFailure } from './service-failure.ts';

/**
 * Reads the body of a request.
 *
 * @returns what it holds; undefined when there is none
 * @throws ServiceFailure 101 when it is not JSON, or too large
 * @see undescribed.md 1.1
 */
export function readBody(body: string | Uint8Array | null): unknown {
  if (body === null || body.length === 0) return undefined;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (bytes.length > LIMITS.requestBodyBytes) {
    throw new ServiceFailure(101, {
      message: 'The body of the request is too large.',
      details: `body: at most ${LIMITS.requestBodyBytes} bytes`,
    });
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ServiceFailure(101, {
      message: 'The body of the request is not JSON.',
      details: 'body: must be JSON, in UTF-8',
    });
  }
}
