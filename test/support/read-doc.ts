import { readFileSync } from 'node:fs';

/** A copied part of the specification, as text. */
export function readServiceDoc(file: string): string {
  return readFileSync(new URL(`../spec/${file}.md`, import.meta.url), 'utf8');
}

/**
 * The rows of the first table whose heads begin with these, each as its cells' text.
 *
 * @throws when there is no such table, so that a test never holds against nothing
 */
export function readDocTable(file: string, ...heads: readonly string[]): string[][] {
  const lines = readServiceDoc(file).split('\n');
  const start = lines.findIndex((line) => heads.every((head, column) => splitCells(line)[column] === head));
  if (start < 0) throw new Error(`${file}.md has no table with the heads ${heads.join(', ')}`);
  const body = lines.slice(start + 2);
  const end = body.findIndex((line) => !line.startsWith('|'));
  return body.slice(0, end < 0 ? undefined : end).map(splitCells);
}

/** The values in backquotes, in order. */
export function listQuoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value);
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
    .map((cell) => cell.trim());
}
