import { resolve } from 'node:path';
import * as z from 'zod';
import { tryParseBoundedJson } from '../../../domain/json/bounded-json.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import { acquireLock } from '../../../storage/exclusive-lock.ts';
import { openJournalFile } from '../../../storage/journal-file.ts';
import type { OutputFile } from '../../../world.ts';
import type { IoPort } from '../command/io.ts';
import type { ServiceOrSandbox } from '../settings/choose-service.ts';
import { formatServiceKey } from '../settings/state-file.ts';

/** The run that a file belongs to: what is recorded for one does not apply to another. */
interface ResumeOwner {
  path: readonly string[];
  choice: ServiceOrSandbox;
  /** Its flags as given, without the ids, which may become more. */
  options: Readonly<Record<string, unknown>>;
}

/** What was finished by this and earlier runs. */
export interface ResumeFile {
  /** Whether all that can be read of it was written. */
  isDone(id: string): boolean;
  /** Whether an earlier run ended while the change of it was sent. */
  isUnknown(id: string): boolean;
  /** The networks that failed when the others of an id were written; null for an id of which nothing was written. */
  getMissingNetworks(id: string): ReadonlySet<string> | null;
  /** Number of ids that failed, or some networks of them, which are tried again. */
  failed: number;
  /** Whether the output continues that of an earlier run, in the same file. */
  continuesOutput: boolean;
  /** What a person should know about the output, a sentence each. */
  notes: readonly string[];
  /** Records an id whose records have been written to the output. */
  record(result: Omit<ResultLine, 'output'>): void;
  close(): void;
}

const KIND = 'crier resume file';

/** Up to where a file of output belongs to finished ids; null where it is no file. */
const OutputPlace = z.object({ file: z.string(), size: z.number() }).nullable();
type OutputPlace = z.infer<typeof OutputPlace>;

const HeadLine = z.object({
  kind: z.literal(KIND),
  version: z.literal(1),
  command: z.string(),
  service: z.string(),
  options: z.string(),
});
type HeadLine = z.infer<typeof HeadLine>;

const ResultLine = z.object({
  id: z.string(),
  /** `sent`: a change that is being sent. */
  status: z.enum(['found', 'partial', 'error', 'sent']),
  code: z.number().nullable(),
  /** What is read again of a partial one. Absent when its records do not name their networks: they would be doubled. */
  missing: z.array(z.string()).readonly().optional(),
  output: OutputPlace,
});
type ResultLine = z.infer<typeof ResultLine>;

/** The beginning of a run, or its orderly end. */
const RunLine = z.object({ run: z.enum(['started', 'ended']), output: OutputPlace });

const Line = z.union([ResultLine, RunLine]);

/**
 * Opens a file that records finished ids, and keeps other runs from using it. Rows of an id that was not finished, which
 * an earlier run left at the end of the same output file, are removed: the id is read again.
 *
 * @throws CrierError of kind usage when it is of another command, service or profile, or in use
 */
export function openResumeFile(given: string, owner: ResumeOwner, io: IoPort): ResumeFile {
  if (given === '-') throw createUsageError('--resume cannot be standard input', 'give a file');
  const file = resolve(io.machine.folder, given);
  const lock = acquireLock(`${file}.lock`, 0);
  if (lock === null) {
    throw createUsageError(
      `another run is using ${given}`,
      'wait for it to finish, or give each run a file of its own',
    );
  }
  const head = createHead(owner);
  const outcomes = new Map<string, ResultLine>();
  let before: z.infer<typeof Line> | null = null;
  let finished: OutputPlace = null;
  let isNew = true;
  try {
    const journal = openJournalFile(file, ([first, ...lines], cutLine) => {
      isNew = first === undefined;
      if (first === undefined) return requireStart(cutLine, given);
      requireHead(first, head, given);
      for (const text of lines) {
        const line = Line.safeParse(tryParseBoundedJson(text)).data;
        if (line === undefined) continue; // of a newer version, or damaged: the id is read again
        before = line;
        if ('id' in line) outcomes.set(line.id, line);
        if ('id' in line || line.run === 'started') finished = line.output;
      }
    });
    const { outputFile } = io;
    const { notes, continuesOutput } = cutOutput(outputFile, { before, finished });
    if (isNew) journal.append(JSON.stringify(head), true);
    // a change that a power failure makes unknown would be made again
    const append = (line: z.infer<typeof Line>) =>
      journal.append(JSON.stringify(line), 'id' in line && line.status === 'sent');
    append({ run: 'started', output: readPlace(outputFile) });
    let isOpen = true;
    return {
      isDone: (id) => {
        const line = outcomes.get(id);
        return line !== undefined && line.status !== 'sent' && !isTriedAgain(line);
      },
      isUnknown: (id) => outcomes.get(id)?.status === 'sent',
      getMissingNetworks(id) {
        const { missing } = outcomes.get(id) ?? {};
        return missing === undefined ? null : new Set(missing);
      },
      failed: [...outcomes.values()].filter(isTriedAgain).length,
      continuesOutput,
      notes,
      record: (result) => append({ ...result, output: readPlace(outputFile) }),
      close() {
        if (!isOpen) return;
        isOpen = false;
        append({ run: 'ended', output: readPlace(outputFile) });
        journal.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function isTriedAgain({ status, missing }: ResultLine): boolean {
  return status === 'error' || missing !== undefined;
}

function createHead({ path, choice, options }: ResumeOwner): HeadLine {
  const entries = Object.entries(options).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    kind: KIND,
    version: 1,
    command: path.join(' '),
    service: formatServiceKey(choice),
    options: JSON.stringify(Object.fromEntries(entries)),
  };
}

/** @throws CrierError of kind usage when the file has something else than the start of a first line that was cut short */
function requireStart(text: string, file: string): void {
  if (text === '' || JSON.stringify({ kind: KIND }).startsWith(text.slice(0, KIND.length))) return;
  throw createForeignError(file);
}

function createForeignError(file: string) {
  return createUsageError(`${file} is not a file of --resume`, 'choose another file: nothing was changed');
}

function requireHead(text: string, own: HeadLine, file: string): void {
  const found = HeadLine.safeParse(tryParseBoundedJson(text)).data;
  if (found === undefined) throw createForeignError(file);
  if (found.command !== own.command)
    throw createUsageError(`${file} is of "crier ${found.command}"`, 'give each command a file of its own');
  if (found.service !== own.service)
    throw createUsageError(
      `${file} is of another service or profile`,
      'use the context and the profile that it was begun with, or another file',
    );
  if (found.options !== own.options)
    throw createUsageError(
      `${file} was begun with other flags: ${found.options}`,
      'use the same flags, or another file',
    );
}

function readPlace(output: OutputFile | null): OutputPlace {
  return output === null ? null : { file: output.identity, size: output.size() };
}

/** Removes what an unfinished id left at the end of the output, if the output is the file of the earlier run. */
function cutOutput(
  output: OutputFile | null,
  { before, finished }: { before: z.infer<typeof Line> | null; finished: OutputPlace },
): Pick<ResumeFile, 'notes' | 'continuesOutput'> {
  if (before === null || output === null || finished?.file !== output.identity)
    return { notes: [], continuesOutput: false };
  const size = output.size();
  const excess = size - finished.size;
  const isEnded = 'run' in before && before.run === 'ended';
  // what was written after an orderly end is of someone else
  const isOurs = !isEnded || before.output?.size === size;
  const continuesOutput = finished.size > 0 && excess >= 0;
  if (excess < 0)
    return { notes: ['the output of the earlier run is no longer in this file'], continuesOutput };
  if (excess === 0 || !isOurs) return { notes: [], continuesOutput };
  output.cut(finished.size);
  return {
    notes: [`${formatCount(excess, 'byte')} of an unfinished id removed from the end of the output`],
    continuesOutput,
  };
}
