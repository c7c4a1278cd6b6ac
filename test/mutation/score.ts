// The score of an area: how much of what was changed its tests notice, and each change that they do not.
import { relative } from 'node:path';
import { type ReadArea, ROOT } from './areas.ts';
import { listDecided, readJournal } from './journal.ts';
import { REASONS } from './reasons.ts';

interface PlacedMutant {
  id: string;
  fileName: string;
  location: Record<'start' | 'end', { line: number; column: number }>;
  replacement: string;
}

/** A changed place, as `reasons.ts` names it: `file: before => after`, without the line, which moves. */
function describeMutant({ sources }: ReadArea, { fileName, location, replacement }: PlacedMutant): string {
  const lines = sources.find(({ name }) => name === fileName)?.content.split('\n') ?? [];
  const { start, end } = location;
  const before = lines
    .slice(start.line, end.line + 1)
    .map((line, index, all) =>
      line.slice(index === 0 ? start.column : 0, index === all.length - 1 ? end.column : undefined),
    )
    .join(' ');
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  return `${relative(ROOT, fileName)}: ${oneLine(before)} => ${oneLine(replacement)}`;
}

/** The survivors, those without a reason first by line, and the counts. */
export function describeScore(
  name: string,
  area: ReadArea,
  mutants: readonly PlacedMutant[],
): { text: string; isGood: boolean } {
  const decided = listDecided();
  const survivors = mutants
    .filter(({ id }) => !decided.has(id))
    .map((mutant) => ({ line: mutant.location.start.line + 1, change: describeMutant(area, mutant) }));
  const unexplained = survivors.filter(({ change }) => REASONS[change] === undefined);
  const broken = readJournal().flatMap((line) => ('broken' in line ? [line] : []));
  const all = mutants.length;
  const score = (100 * (all - survivors.length)) / all;
  const text = [
    ...unexplained.map(({ line, change }) => `      ${line} ${change}`),
    ...broken.map(({ broken: test, message }) => `      without a mutant: ${test}: ${message}`),
    `${name}: ${all} mutants, ${all - survivors.length} noticed, ${survivors.length} not, ${unexplained.length} of these without a reason: ${score.toFixed(1)} %`,
  ];
  return {
    text: `${text.join('\n')}\n`,
    isGood: score >= area.target && !(area.protects && unexplained.length > 0),
  };
}
