import { isDeepStrictEqual } from 'node:util';
import { getField } from '../../domain/json/loose-record.ts';
import { type CrierError, createUsageError } from '../../errors.ts';
import { getFileLabel } from '../files/file-label.ts';
import type { FileEntry } from '../files/records-file.ts';
import { buildWords, formatCommand } from '../shell/shell-command.ts';
import { readAutomationFile } from './automation-file.ts';

/** A file that contains several automations. */
interface SeveralAutomations {
  /** `-` for standard input. */
  readonly path: string;
  readonly text: string;
  readonly entries: readonly FileEntry[];
}

/** Maximum number of automations listed. */
const MOST_NAMED = 10;

/** Error for a file of several automations where one is expected: lists them, and says how to select one. */
export function buildSeveralError({ path, text, entries }: SeveralAutomations): CrierError {
  const name = getFileLabel(path);
  const named = entries.slice(0, MOST_NAMED).map((entry) => {
    const { line } = entry.placeOf([]);
    const called = getField(entry.value, 'name');
    return `${name}:${line}${typeof called === 'string' ? ` ("${shortenName(called)}")` : ''}`;
  });
  const rest = entries.length - named.length;
  const which = `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  const lines = path === '-' ? null : findFirstLines({ text, entries });
  return createUsageError(
    `${name} contains ${entries.length} automations, but only one is expected: ${which}`,
    lines === null
      ? 'put each in its own file'
      : `put each in its own file, or pipe the lines of one (here the first) to the same command with -f -: ${formatCommand('sed', buildWords`-n ${`${lines}p`} ${path}`)}`,
  );
}

const LONGEST_NAME = 40;

function shortenName(called: string): string {
  const letters = Array.from(called.slice(0, 2 * LONGEST_NAME));
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join('')}…` : called;
}

/** The lines of the first automation, such as `1,7`, if these lines parse to it by themselves; otherwise null. */
function findFirstLines({
  text,
  entries: [first, second],
}: Pick<SeveralAutomations, 'text' | 'entries'>): string | null {
  const [from, to] = [first?.placeOf([]).line ?? 1, (second?.placeOf([]).line ?? 1) - 1];
  const part = text
    .split('\n')
    .slice(from - 1, to)
    .join('\n');
  const read = readAutomationFile({ name: getFileLabel('-'), text: `${part}\n` });
  const isAlone = read.faults.length === 0 && read.entries.length === 1;
  return isAlone && isDeepStrictEqual(read.entries[0]?.value, first?.value) ? `${from},${to}` : null;
}
