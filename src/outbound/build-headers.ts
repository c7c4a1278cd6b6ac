import type { OutboundRequest } from './outbound.ts';
import type { OutboundTarget } from './target.ts';

const NAME = /^[!#$%&'*+.^_`|~a-z\d-]+$/i;

/** Characters of a header value; no line break and no NUL. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that frame the request or decide where it goes: callers cannot set them. */
const RESERVED_NAMES =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|expect|upgrade|te|trailer|keep-alive|proxy-.*)$/i;

/** Whether no header could be taken for several, or for none. @see docs/safety.md#S12 */
export function areValidHeaders(headers: OutboundRequest['headers']): boolean {
  return Object.entries(headers).every(([name, value]) => NAME.test(name) && VALUE.test(value));
}

/** All headers of a request: the given ones, except reserved names, and our own. */
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
