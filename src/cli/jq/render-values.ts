import { escapeJson, sanitizeTabbed } from '../render/sanitize-text.ts';

/** What a jq program gave, a value below the other: texts as they are, all else as JSON; nothing steers a terminal. */
export function renderValues(values: readonly string[]): string {
  return values
    .map((json) => `${json.startsWith('"') ? sanitizeTabbed(parseText(json)) : escapeJson(json)}\n`)
    .join('');
}

function parseText(json: string): string {
  return JSON.parse(json) as string; // it begins with a quote, and jq wrote it
}
