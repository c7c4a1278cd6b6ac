import {
  escapeCharacter,
  escapeJson,
  replaceDangerous,
  sanitizeTabbed,
  stringifyLines,
  stringifySafely,
} from './text/sanitize-text.ts';
import type { View } from './view.ts';

const INDENT_SPACES = 2;

/** The whole document, indented by two. */
export function renderJson(document: unknown): string {
  return `${stringifySafely(document, INDENT_SPACES)}\n`;
}

/**
 * Prints each record of a document on one line, or a document without records on one line. No records are
 * empty text.
 */
export function renderNdjson(view: View): string {
  return stringifyLines(listRecords(view));
}

function listRecords(view: View): readonly unknown[] {
  if (view.kind === 'record' && view.key !== undefined) return [view.document[view.key] ?? []].flat();
  if (view.kind !== 'list') return [view.document];
  const records = view.document[view.key];
  return Array.isArray(records) ? records : [];
}

/**
 * Prints the values of a jq program, one per line: texts unquoted, anything else as JSON, without control
 * characters.
 */
export function renderValues(values: readonly string[]): string {
  return values
    .map((json) => `${json.startsWith('"') ? sanitizeTabbed(parseText(json)) : escapeJson(json)}\n`)
    .join('');
}

function parseText(json: string): string {
  return JSON.parse(json) as string; // jq wrote it, and it starts with a quote
}

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
