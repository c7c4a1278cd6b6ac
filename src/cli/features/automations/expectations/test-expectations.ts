import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { getField } from '../../../../domain/json/loose-record.ts';
import { formatCount, joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../../errors.ts';
import type { CommandOutcome } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { listRecordFilesIn } from '../../../framework/input/files/read-files.ts';
import { type JunitCase, writeJunitReport } from '../../../framework/output/printing/junit-report.ts';
import { type Column, type ListView, pickMember } from '../../../framework/output/view.ts';
import { ExpectationResult, type ExpectationRun, runExpectations } from './run-expectations.ts';

export const ExpectationsDocument = z.strictObject({
  passed: z.int(),
  failed: z.int(),
  tests: z.array(ExpectationResult).describe('in the order of the files'),
});

interface ExpectationOptions {
  readonly paths: readonly string[];
  /** File for a JUnit report. */
  readonly junit: string | undefined;
}

/** Runs the expectations beside the files once. */
export async function testExpectations(
  options: ExpectationOptions,
  context: CommandContext,
): Promise<CommandOutcome> {
  const run = await runAndReport(options, context);
  const { failed } = countResults(run.results);
  const message = formatSummary(run);
  return {
    view: buildView(run.results),
    notes: [...(failed === 0 ? [message] : []), ...listUntested(run)],
    ...(failed > 0 && { failure: new CrierError('differs', message, { http: null }) }),
  };
}

async function runAndReport(
  { paths, junit }: ExpectationOptions,
  { io }: CommandContext,
): Promise<ExpectationRun> {
  const { folder } = io.machine;
  const report = (cases: readonly JunitCase[] | null) => {
    if (junit === undefined) return;
    writeJunitReport(junit, { suite: 'expectations', className: 'automations.test', cases, folder });
  };
  report(null);
  const run = await runExpectations(paths, { readFile: io.readFile, folder });
  report(run.results.map(toJunitCase));
  return run;
}

function toJunitCase({ file, line, name, reason }: ExpectationResult): JunitCase {
  return {
    name: `${file}: ${name}`,
    failure: reason === null ? undefined : { message: reason, text: `${file}:${line}` },
  };
}

const WATCH_EVERY_MS = 500;

/** Runs the expectations again whenever a file changes, until the command is stopped. */
export function watchExpectations(options: ExpectationOptions, context: CommandContext): CommandOutcome {
  const { io } = context;
  io.printing.requireRecords(true);
  async function* readBatches() {
    for (let before: string | null = null; ; ) {
      const stamp = await readStamp(options.paths, context);
      if (stamp !== before) {
        before = stamp;
        io.progress(null);
        const run = await runOrNote(options, context);
        if (run !== null) {
          yield run.results;
          for (const note of [formatSummary(run), ...listUntested(run)]) await io.note(note);
        }
      }
      io.progress('waiting for changes of the files');
      await io.clock.sleep(WATCH_EVERY_MS, io.signal);
    }
  }
  return {
    view: {
      kind: 'stream',
      live: true,
      endless: true,
      batches: readBatches(),
      list: (results) => buildView(results as readonly ExpectationResult[]), // those of the batches above
    },
  };
}

/** A file with errors does not end the run: the user is editing it. */
async function runOrNote(options: ExpectationOptions, context: CommandContext) {
  try {
    return await runAndReport(options, context);
  } catch (error) {
    if (!(error instanceof CrierError) || error.kind !== 'usage') throw error;
    const { errors = [] } = error.facts;
    for (const words of [error.message, ...errors.map((each) => String(getField(each, 'message')))])
      await context.io.note(words);
    return null;
  }
}

/** Changes when a file that is tested or that tests is written, added or removed. */
async function readStamp(paths: readonly string[], { io }: CommandContext): Promise<string> {
  const { folder } = io.machine;
  const stamps: string[] = [];
  for (const path of paths) {
    const stem = path.replace(/(?:\.test)?\.[^./\\]*$/i, '');
    const pair = ['', '.test'].flatMap((part) =>
      ['yaml', 'yml', 'json'].map((ending) => `${stem}${part}.${ending}`),
    );
    for (const file of (await listRecordFilesIn(path, { readFile: io.readFile, folder })) ?? [
      path,
      ...pair,
    ]) {
      const found = statSync(resolve(folder, file), { throwIfNoEntry: false });
      stamps.push(`${file} ${found?.mtimeMs} ${found?.size}`);
    }
  }
  return stamps.join('\n');
}

function countResults(results: readonly ExpectationResult[]) {
  const failed = results.filter(({ status }) => status === 'fail').length;
  return { passed: results.length - failed, failed };
}

function formatSummary({ results }: ExpectationRun): string {
  const { failed } = countResults(results);
  if (failed > 0) return `${failed} of ${formatCount(results.length, 'expectation')} failed`;
  const files = new Set(results.map(({ file }) => file)).size;
  return `${formatCount(results.length, 'expectation')} in ${formatCount(files, 'file')} passed`;
}

function listUntested({ untested }: ExpectationRun): readonly string[] {
  return untested.length === 0 ? [] : [`without expectations: ${joinWithAnd(untested)}`];
}

function buildView(results: readonly ExpectationResult[]): ListView<ExpectationResult> {
  return {
    kind: 'list',
    document: { ...countResults(results), tests: [...results] },
    key: 'tests',
    rows: results,
    columns: COLUMNS,
    empty: 'no expectations',
  };
}

const COLUMNS: readonly Column<ExpectationResult>[] = [
  {
    ...pickMember('file', 'place'),
    show: ({ file, line }) => `${file}:${line}`,
    role: 'id',
    drop: 0,
  },
  { ...pickMember('line', 'line'), dataOnly: true },
  { ...pickMember('status', 'status'), role: 'status', drop: 0 },
  {
    ...pickMember('name', 'expectation'),
    show: ({ name, reason }) => (reason === null ? name : `${name}: ${reason}`),
    flexible: true,
    wraps: true,
  },
  { name: 'reason', title: 'reason', value: ({ reason }) => reason, dataOnly: true },
];
