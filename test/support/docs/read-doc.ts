import { readFileSync } from 'node:fs';

/** A page below docs, such as `service/errors`, as text. */
export function readDoc(page: string): string {
  return readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8');
}

/**
 * One section of a page: from the line with its anchor to the next such line.
 *
 * @throws when the page has no such section, so that a test never holds against nothing
 */
function readDocSection(page: string, section: string): string {
  const [, after] = readDoc(page).split(`<a id="${section}"></a>\n`);
  if (after === undefined) throw new Error(`docs/${page}.md has no section #${section}`);
  return after.split(/^<a id="[^"]+"><\/a>$/m).find((text) => text.trim() !== '') ?? '';
}

/** A section in one line, so that it does not matter where its sentences are wrapped. */
export function readDocProse(page: string, section: string): string {
  return readDocSection(page, section).replaceAll(/\s+/g, ' ');
}

/**
 * The rows of a section's first table whose heads begin with these, each as the text of its cells, without anchors.
 *
 * @throws when there is no such table
 */
export function readDocTable(page: string, section: string, ...heads: readonly string[]): string[][] {
  const lines = readDocSection(page, section).split('\n');
  const start = lines.findIndex((line) => heads.every((head, column) => splitCells(line)[column] === head));
  if (start < 0)
    throw new Error(`docs/${page}.md#${section} has no table with the heads ${heads.join(', ')}`);
  const body = lines.slice(start + 2);
  const end = body.findIndex((line) => !line.startsWith('|'));
  return body.slice(0, end < 0 ? undefined : end).map(splitCells);
}

/**
 * The JSON examples of a section, parsed.
 *
 * @throws when there is none
 */
export function readDocExamples(page: string, section: string): unknown[] {
  const blocks = [...readDocSection(page, section).matchAll(/```json\n([\s\S]*?)```/g)];
  if (blocks.length === 0) throw new Error(`docs/${page}.md#${section} has no example`);
  return blocks.map(([, text = '']): unknown => JSON.parse(text));
}

/** The values in backquotes, in order. */
export function listQuoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value);
}

/** The names of fields in backquotes, in order: without `[]`, values in round and members in curly brackets. */
export function listFields(text: string): string[] {
  return listQuoted(text.replaceAll(/\([^)]*\)|\{[^}]*\}/g, '')).map((field) => field.replace('[]', ''));
}

/** Every number of a text such as "501, 502 to 504 and 510–512", ranges filled in. */
export function listNumbers(text: string): number[] {
  return [...text.matchAll(/(\d+)(?:\s*(?:–|to)\s*(\d+))?/g)].flatMap(([, first, last]) => {
    const from = Number(first);
    return Array.from({ length: Number(last ?? first) - from + 1 }, (_, step) => from + step);
  });
}

function splitCells(line: string): string[] {
  if (!line.startsWith('|')) return [];
  return line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.replaceAll(/<a id="[^"]+"><\/a>/g, '').trim());
}
