import { type Profiler, Session } from 'node:inspector';

/** A function that ran, and its parts that did not, by their places in its script. */
export interface CoveredFunction {
  readonly name: string;
  readonly size: number;
  readonly missed: readonly CodeRange[];
}

type CodeRange = readonly [from: number, to: number];

/** Measures which code of this thread runs, in files of the program and of its packages, as V8 counts it. */
export function openCoverage() {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    /** Lists the functions that ran since the last call. */
    take(): readonly CoveredFunction[] {
      let scripts: readonly Profiler.ScriptCoverage[] = [];
      // the session is of this thread, and answers before it returns
      session.post('Profiler.takePreciseCoverage', (error, answer) => {
        if (error !== null) throw error;
        scripts = answer.result;
      });
      return scripts.filter(isMeasured).flatMap(listFunctions);
    },
  };
}

function isMeasured({ url }: Profiler.ScriptCoverage): boolean {
  return url.startsWith('file:') && (!url.includes('/test/support/') || url.endsWith('/planted.ts'));
}

function listFunctions({ url, functions }: Profiler.ScriptCoverage): readonly CoveredFunction[] {
  return functions.flatMap(({ ranges }) => {
    const [whole] = ranges;
    if (whole === undefined || whole.count === 0) return [];
    const { startOffset, endOffset } = whole;
    return [
      {
        name: `${url}:${startOffset}:${endOffset}`,
        size: endOffset - startOffset,
        missed: listMissed(ranges),
      },
    ];
  });
}

/** Blocks that ran as often as the block around them have no range of their own, so that only those that did not count. */
function listMissed(ranges: readonly Profiler.CoverageRange[]): readonly CodeRange[] {
  let missed: readonly CodeRange[] = [];
  // each is inside of one before it
  for (const { startOffset, endOffset, count } of ranges) {
    const span: CodeRange = [startOffset, endOffset];
    missed = subtract(missed, span);
    if (count === 0) missed = [...missed, span];
  }
  return missed;
}

function subtract(spans: readonly CodeRange[], [from, to]: CodeRange): readonly CodeRange[] {
  return spans.flatMap(([start, end]): readonly CodeRange[] => {
    if (to <= start || from >= end) return [[start, end]];
    const parts: readonly CodeRange[] = [
      [start, from],
      [to, end],
    ];
    return parts.filter(([first, last]) => first < last);
  });
}

function intersect(spans: readonly CodeRange[], others: readonly CodeRange[]): readonly CodeRange[] {
  return spans.flatMap(([start, end]) =>
    others
      .map(([from, to]): CodeRange => [Math.max(start, from), Math.min(end, to)])
      .filter(([from, to]) => from < to),
  );
}

const measure = (spans: readonly CodeRange[]) => spans.reduce((sum, [from, to]) => sum + to - from, 0);

/** Remembers the code that has run. */
export function createSeenCode() {
  const functions = new Map<string, { size: number; missed: readonly CodeRange[] }>();
  const isNew = ({ name, missed }: CoveredFunction) => {
    const seen = functions.get(name);
    return seen === undefined || measure(intersect(seen.missed, missed)) < measure(seen.missed);
  };
  return {
    hasAll: (covered: readonly CoveredFunction[]): boolean => !covered.some(isNew),
    /** @returns whether some of it is new */
    add(covered: readonly CoveredFunction[]): boolean {
      const added = covered.filter(isNew);
      for (const { name, size, missed } of added) {
        const seen = functions.get(name);
        functions.set(name, { size, missed: seen === undefined ? missed : intersect(seen.missed, missed) });
      }
      return added.length > 0;
    },
    /** Characters of the functions that have run. */
    measure: (): number =>
      functions.values().reduce((sum, { size, missed }) => sum + size - measure(missed), 0),
  };
}
