import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { LostImage } from './images.ts';
import { readTrace, type TraceEvent } from './read-trace.ts';
import { startTraced } from './traced-process.ts';

/** A command that is traced, one after the other in the same folders. */
export interface TracedCommand {
  /** `$HOME` is the folder in which it runs. */
  readonly words: readonly string[];
  readonly stdin?: string;
  /** Prints records before it saves how far it came: only its end says that it is done. */
  readonly isStream?: boolean;
}

/** What readers find in the folders: `null` where there is nothing yet. */
type FolderState = ReadonlyMap<string, string | null>;

/** Reads one thing by which a loss is seen, such as the text of a file or the ids of an archive. */
export type ReadState = (home: string) => FolderState;

export interface TracedCommands {
  readonly events: readonly TraceEvent[];
  /** By command, from which place of the trace on it may have changed something, and from which it was reported as done. */
  readonly places: readonly { readonly begun: number; readonly reported: number }[];
  /** Before the first command and after each. */
  readonly states: readonly FolderState[];
}

/** @param home where its folders and the traces are */
export async function traceCommands(
  home: string,
  commands: readonly TracedCommand[],
  readState: ReadState,
): Promise<TracedCommands> {
  const folder = join(home, 'home');
  const events: TraceEvent[] = [];
  const places: { begun: number; reported: number }[] = [];
  const states = [readState(folder)];
  for (const [at, { words, stdin = '', isStream = false }] of commands.entries()) {
    const trace = join(home, `trace-${at}`);
    const traced = startTraced(
      words.map((word) => word.replace('$HOME', folder)),
      { home: folder, trace, stdin },
    );
    const { code } = await traced.ended;
    expect({ words, code, stderr: traced.getStderr() }).toMatchObject({
      code: expect.toBeOneOf([0, PARTLY]),
    });
    const own = readTrace(trace);
    const printed = isStream ? -1 : own.findIndex((event) => event.does === 'send' && event.socket === 1);
    places.push({
      begun: events.length,
      reported: events.length + (printed === -1 ? own.length : printed + 1),
    });
    events.push(...own);
    states.push(readState(folder));
  }
  return { events, places, states };
}

/** Some networks of the sandbox always fail. */
const PARTLY = 3;

/** Which commands had ended, and had begun, when an image was made. */
export function findMoment({ places }: TracedCommands, place: number) {
  return {
    reported: places.filter(({ reported }) => reported <= place).length,
    begun: places.filter(({ begun }) => begun < place).length,
  };
}

/** What an image has must be what one of the commands that count left, whole. */
export function findTorn(
  traced: TracedCommands,
  { folder, place }: LostImage,
  readState: ReadState,
): readonly string[] {
  const { reported, begun } = findMoment(traced, place);
  const allowed = traced.states.slice(reported, begun + 1);
  return [...readState(folder)].flatMap(([name, text]) => {
    if (allowed.some((state) => state.get(name) === text)) return [];
    const older = traced.states.slice(0, reported).some((state) => state.get(name) === text);
    return [
      older ? `${name} is lost: it is as before` : `${name} is half: ${JSON.stringify(text)?.slice(0, 300)}`,
    ];
  });
}

/** What is added or removed one by one must be between what the last command left, and what the next one was to leave. */
export function findMissing(
  traced: TracedCommands,
  { folder, place }: LostImage,
  readState: ReadState,
): readonly string[] {
  const { reported, begun } = findMoment(traced, place);
  const [before, after] = [traced.states[reported], traced.states[begun]];
  return [...readState(folder)].flatMap(([name, text]) => {
    const found = toLines(text);
    const [one, other] = [toLines(before?.get(name)), toLines(after?.get(name))];
    const lost = [...one].filter((line) => other.has(line) && !found.has(line));
    const odd = [...found].filter((line) => !one.has(line) && !other.has(line));
    return [
      ...lost.map((line) => `${line} of ${name} was reported and is lost`),
      ...odd.map((line) => `${line} of ${name} was removed, or is half, and is there`),
    ];
  });
}

const toLines = (text: string | null | undefined) =>
  new Set((text ?? '').split('\n').filter((line) => line !== ''));

/** The texts of files; null for one that is not there. */
export function readFiles(home: string, names: readonly string[]): FolderState {
  return new Map(
    names.map((name) => {
      const file = join(home, name);
      return [name, existsSync(file) ? readFileSync(file, 'latin1') : null] as const;
    }),
  );
}

/** Rows of SQLite files, a line each. @throws when one cannot be read */
export function readRows(home: string, queries: Readonly<Record<string, string>>): FolderState {
  return new Map(
    Object.entries(queries).map(([name, sql]) => {
      const file = join(home, name);
      return [name, existsSync(file) ? queryRows(file, sql) : null] as const;
    }),
  );
}

function queryRows(file: string, sql: string): string | null {
  const database = new DatabaseSync(file);
  try {
    if (database.prepare('select 1 from sqlite_schema').get() === undefined) return null;
    const faults = database
      .prepare('pragma integrity_check')
      .all()
      .map((row) => String(Object.values(row)[0]));
    if (faults.join() !== 'ok') return faults.join('\n');
    return database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row).join(' '))
      .join('\n');
  } finally {
    database.close();
  }
}
