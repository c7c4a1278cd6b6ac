import * as z from 'zod';
import { tryParseBoundedJson } from '../../../domain/json/bounded-json.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import {
  appendSharedLines,
  getSharedStamp,
  listSharedCopies,
  readSharedText,
} from '../../../storage/shared-lines.ts';
import type { IoPort } from '../../framework/command/io.ts';

/** A line of the file that a team shares. It has no text of a comment, and no name of a person. */
const SharedMark = z.looseObject({
  id: z.string().min(1).max(300),
  /** False where the comment was opened again. */
  done: z.boolean(),
  at: z.iso.datetime(),
  /** The address of the service, or `sandbox`: names of contexts and profiles are those of one machine. */
  service: z.string().max(2_000),
});

interface LastMark {
  readonly done: boolean;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** The last mark of each comment, by service and id. */
interface ReadMarks {
  readonly marks: ReadonlyMap<string, LastMark>;
  /** Lines that are no marks; one at the end that is still being written is none of them. */
  readonly faults: number;
}

const toKey = (service: string, id: string) => `${service} ${id}`;

/** Reads the lines of a file; of several marks of a comment, the latest counts, and of equal times the last line. */
function parseMarks(text: string): ReadMarks {
  const marks = new Map<string, LastMark>();
  let faults = 0;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const parsed = SharedMark.safeParse(tryParseBoundedJson(line));
    if (!parsed.success) {
      if (index < lines.length - 1) faults += 1;
      continue;
    }
    const { id, done, at, service } = parsed.data;
    keepLatest(marks, toKey(service, id), { done, at: Date.parse(at) });
  }
  return { marks, faults };
}

function keepLatest(marks: Map<string, LastMark>, key: string, mark: LastMark): void {
  const before = marks.get(key);
  if (before === undefined || before.at <= mark.at) marks.set(key, mark);
}

/** What was read of each file in this run, with the stamp that it had: each profile asks for it. */
const READ_BEFORE = new WeakMap<object, Map<string, ReadMarks & { stamp: string }>>();

function readFile(machine: object, file: string): ReadMarks {
  const known = READ_BEFORE.get(machine) ?? new Map<string, ReadMarks & { stamp: string }>();
  READ_BEFORE.set(machine, known);
  const before = known.get(file);
  if (before !== undefined && before.stamp === getSharedStamp(file)) return before;
  const { text, stamp } = readSharedText(file);
  const read = { ...parseMarks(text), stamp };
  known.set(file, read);
  return read;
}

/**
 * Opens the file of a team.
 *
 * @param service its address, or `sandbox`
 */
export function openSharedMarks(file: string, service: string, io: IoPort) {
  const readAll = (): ReadMarks => {
    const marks = new Map<string, LastMark>();
    let faults = 0;
    for (const copy of listSharedCopies(file)) {
      const read = readFile(io.machine, copy);
      faults += read.faults;
      for (const [key, mark] of read.marks) keepLatest(marks, key, mark);
    }
    return { marks, faults };
  };
  let last: ReadMarks = { marks: new Map(), faults: 0 };
  let fault: CrierError | null = null;
  const isFirst = !READ_BEFORE.has(io.machine);
  const refresh = () => {
    try {
      last = readAll();
    } catch (error) {
      if (!(error instanceof CrierError)) throw error;
      fault = error; // what was read before is the best that is known
    }
    return last.marks;
  };
  refresh();
  return {
    /** Says once in a run what could not be read: the comments that wait are shown then, rather than none. */
    async warn(): Promise<void> {
      if (!isFirst) return;
      READ_BEFORE.set(io.machine, READ_BEFORE.get(io.machine) ?? new Map());
      if (fault !== null) await io.note(`warning: the marks of your team are not known: ${fault.message}`);
      if (last.faults > 0)
        await io.note(
          `${formatCount(last.faults, 'line')} of ${file} cannot be read as marks, and were skipped`,
        );
    },
    /** @throws CrierError of kind usage when the file cannot be read */
    requireReadable(): void {
      if (fault !== null) throw fault;
    },
    /** Whether a comment is done; null where the team has not marked it. */
    createJudge(): (id: string) => boolean | null {
      const marks = refresh();
      return (id) => marks.get(toKey(service, id))?.done ?? null;
    },
    /** The ids that are done. */
    list(): readonly string[] {
      const start = toKey(service, '');
      return [...refresh()].flatMap(([key, { done }]) =>
        done && key.startsWith(start) ? [key.slice(start.length)] : [],
      );
    },
    /** Appends marks for the team, of those comments that have another one. @throws CrierError when they cannot be written */
    append(ids: readonly string[], done: boolean): void {
      const { marks } = readAll();
      const changed = ids.filter((id) => (marks.get(toKey(service, id))?.done ?? false) !== done);
      const lines = changed.map((id) => {
        // later than what it replaces, even if the clock of that machine is ahead
        const before = marks.get(toKey(service, id))?.at ?? 0;
        const at = new Date(Math.max(io.now(), before + 1)).toISOString();
        return `${JSON.stringify({ id, done, at, service })}\n`;
      });
      if (lines.length > 0) appendSharedLines(file, lines.join(''));
    },
  };
}
