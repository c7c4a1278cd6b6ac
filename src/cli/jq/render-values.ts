import { escapedJson, safeTabbed } from '../render/safe-text.ts';

/** What a jq program gave, a value below the other: texts as they are, all else as JSON; nothing steers a terminal. */
export function renderValues(values: readonly string[]): string {
  return values
    .map((json) => `${json.startsWith('"') ? safeTabbed(textIn(json)) : escapedJson(json)}\n`)
    .join('');
}

function textIn(json: string): string {
  return JSON.parse(json) as string; // it begins with a quote, and jq wrote it
}
