/** A kind of fault of the sandbox's own, and when it was last seen. */
export interface RecordedFault {
  /** Names the kind: the same for each time that it comes. */
  readonly traceId: string;
  readonly text: string;
  readonly count: number;
  /** Milliseconds since 1970, by the machine's clock. */
  readonly time: number;
}

/** The faults of one process. */
export interface FaultRegister {
  /** Counts a fault. One of a kind that was seen before has the trace id of the first: each id leads to a report. */
  record(error: unknown): RecordedFault;
  last(): RecordedFault | null;
}

/** Kinds that are remembered; the one that was not seen for the longest time goes first. */
const MOST_KINDS = 200;
const TEXT_CHARACTERS = 500;

export function createFaultRegister(newTraceId: () => string, now: () => number): FaultRegister {
  const kinds = new Map<string, RecordedFault>();
  let last: RecordedFault | null = null;
  return {
    record(error) {
      const kind = getFaultKind(error);
      const before = kinds.get(kind);
      const fault: RecordedFault = {
        traceId: before?.traceId ?? newTraceId(),
        text: formatFault(error),
        count: (before?.count ?? 0) + 1,
        time: readTime(now) ?? before?.time ?? 0,
      };
      kinds.delete(kind);
      kinds.set(kind, fault);
      const [oldest] = kinds.keys();
      if (kinds.size > MOST_KINDS && oldest !== undefined) kinds.delete(oldest);
      last = fault;
      return fault;
    },
    last: () => last,
  };
}

/** What failed may be the clock itself. */
function readTime(now: () => number): number | null {
  try {
    return now();
  } catch {
    return null;
  }
}

function formatFault(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, TEXT_CHARACTERS);
}

/** The same place in the code and the same words, but for numbers. */
function getFaultKind(error: unknown): string {
  const place = error instanceof Error ? /^ +at .*$/m.exec(error.stack ?? '')?.[0] : '';
  return `${formatFault(error).replaceAll(/\d+/g, '#')} ${place ?? ''}`;
}
