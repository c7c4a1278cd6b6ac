import { NestingError, parseBoundedJson } from '../../domain/json/bounded-json.ts';
import { LIMITS } from '../../service/limits.ts';
import { ServiceFailure } from './service-failure.ts';

/** A body that cannot be read. The connection is closed, because the bytes that follow have no defined meaning. */
export class BodyRefusal extends ServiceFailure {
  constructor(message: string, details: string) {
    super(101, { message, details: `body: ${details}` });
  }
}

/**
 * Reads the body of a request.
 *
 * @returns the parsed body; undefined when there is none
 * @throws BodyRefusal when it is not JSON, too large, or nested too deep
 * @see docs/service/general.md#identifier-formats
 */
export function readBody(body: string | Uint8Array | null): unknown {
  if (body === null || body.length === 0) return undefined;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (bytes.length > LIMITS.requestBodyBytes) {
    throw new BodyRefusal(
      'The body of the request is too large.',
      `at most ${LIMITS.requestBodyBytes} bytes`,
    );
  }
  try {
    return parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof NestingError) {
      throw new BodyRefusal('The body of the request is nested too deep.', error.message);
    }
    throw new BodyRefusal('The body of the request is not JSON.', 'must be JSON in UTF-8');
  }
}
