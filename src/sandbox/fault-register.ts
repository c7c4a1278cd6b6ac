/** A kind of internal fault, and when it last occurred. */
export interface RecordedFault {
  /** Identifies the kind: the same for each occurrence. */
  readonly traceId: string;
  readonly text: string;
  readonly count: number;
  /** Milliseconds since 1970, by the machine's clock. */
  readonly time: number;
}

/** Internal faults of one process. */
export interface FaultRegister {
  /** Counts a fault. Faults of a known kind keep its trace id, so that each id leads to a report. */
  record(error: unknown): RecordedFault;
  last(): RecordedFault | null;
}

/** Maximum number of kinds that are kept; the one that did not occur for the longest time is dropped. */
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

/** The clock itself may have failed. */
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

/** Faults with the same place in the code and the same message, except for numbers, are of one kind. */
function getFaultKind(error: unknown): string {
  const place = error instanceof Error ? /^ +at .*$/m.exec(error.stack ?? '')?.[0] : '';
  return `${formatFault(error).replaceAll(/\d+/g, '#')} ${place ?? ''}`;
}
