import type { OutboundRequest } from './outbound.ts';
import type { OutboundTarget } from './parse-target.ts';

const NAME = /^[!#$%&'*+.^_`|~a-z\d-]+$/i;

/** What a line of a header can hold; no end of a line and no NUL. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** How a request is cut out of the connection, and where it goes: that is not for others to say. */
const RESERVED_NAMES =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|expect|upgrade|te|trailer|keep-alive|proxy-.*)$/i;

/** Whether headers hold what would be more than one header each, or none. @see docs/safety.md#S12 */
export function areValidHeaders(headers: OutboundRequest['headers']): boolean {
  return Object.entries(headers).every(([name, value]) => NAME.test(name) && VALUE.test(value));
}

/** All headers of a request: those that are given, as far as they are not ours to write, and ours. */
export function buildHeaders(
  { hostHeader }: OutboundTarget,
  { headers, body }: OutboundRequest,
): Record<string, string> {
  const given = Object.entries(headers).filter(([name]) => !RESERVED_NAMES.test(name));
  return {
    Host: hostHeader,
    ...Object.fromEntries(given),
    'Content-Length': String(body.length),
    'Accept-Encoding': 'identity',
    Connection: 'close',
  };
}
