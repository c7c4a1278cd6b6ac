import { escapeJson, sanitizeTabbed } from './sanitize-text.ts';

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
