import { escapeCharacter, replaceDangerous } from './sanitize-text.ts';

/**
 * The service's body, byte for byte. On a terminal, control characters other than line feeds are escaped as
 * `\u001b`, and bytes beyond ASCII as `\xff` if the body is not UTF-8.
 */
export function renderRaw(body: Uint8Array, isTerminal: boolean): Uint8Array | string {
  if (!isTerminal) return body;
  const text = replaceDangerous(decodeBody(body), (char) => (char === '\n' ? char : escapeCharacter(char)));
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function decodeBody(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return Array.from(body, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`,
    ).join('');
  }
}
