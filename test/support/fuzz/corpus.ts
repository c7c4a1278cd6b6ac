import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One file for each target, with a JSON text for each input on a line. */
const FOLDER = join(import.meta.dirname, '..', '..', 'slow', 'fuzz', 'corpus');

/** Longer inputs are not kept. */
const MAX_KEPT = 1_500;

export function readCorpus(target: string): readonly string[] {
  const file = getCorpusFile(target);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => String(JSON.parse(line)));
}

export function writeCorpus(target: string, inputs: readonly string[]): void {
  const kept = inputs.filter((input) => input.length <= MAX_KEPT);
  // escapes of what is not seen, so that an editor or a checkout with other line breaks changes nothing
  const lines = kept.map((input) =>
    JSON.stringify(input).replaceAll(
      /[^ -~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
  writeFileSync(getCorpusFile(target), lines.map((line) => `${line}\n`).join(''));
}

function getCorpusFile(target: string): string {
  return join(FOLDER, `${target.replaceAll(' ', '-')}.ndjson`);
}
