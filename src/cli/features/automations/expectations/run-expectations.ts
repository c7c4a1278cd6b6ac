import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { type TestedAutomation, testAutomation } from '../../../../domain/automations/test-automation.ts';
import { getField } from '../../../../domain/json/loose-record.ts';
import { createUsageError } from '../../../../errors.ts';
import { ENGAGEMENTS, type Engagement } from '../../../../service/engagement.ts';
import { type FileAccess, listRecordFilesIn, readFiles } from '../../../framework/input/files/read-files.ts';
import { findKind, getExpectedFile, isExpectationFile } from '../as-code/kinds.ts';
import { refuseProblems } from '../as-code/resource-kind.ts';
import { type AutomationCandidate, readCandidateFiles } from '../candidate-files.ts';
import { describeDifference, getDisplayName } from './describe-difference.ts';
import { parseExpectations, type WrittenExpectation } from './expectation-file.ts';

export const ExpectationResult = z.strictObject({
  file: z.string().describe('file of the expectation'),
  line: z.int().min(1),
  name: z.string().describe('as in the file, otherwise the event'),
  status: z.enum(['pass', 'fail']),
  fires: z.array(z.string()).describe('names of the automations that fire'),
  messages: z.array(z.string()).describe('DMs that they would send'),
  reason: z.string().nullable().describe('how the result differs from the expectation, and why'),
});
export type ExpectationResult = z.infer<typeof ExpectationResult>;

/** The files of a run. */
export interface ExpectationRun {
  readonly results: readonly ExpectationResult[];
  /** Files of automations without expectations beside them. */
  readonly untested: readonly string[];
}

/**
 * Runs the expectations that are beside files of automations. Makes no requests.
 *
 * @param paths files of automations or of expectations, and folders
 * @throws CrierError of kind usage when a file cannot be read or has errors, or there are no expectations
 */
export async function runExpectations(paths: readonly string[], access: FileAccess): Promise<ExpectationRun> {
  const { pairs, untested } = await findPairs(paths, access);
  if (pairs.length === 0) throw createNoneError(untested);
  const texts = await readFiles(
    pairs.map(({ file }) => file),
    access,
  );
  const parsed = texts.map(parseExpectations);
  refuseProblems(parsed.flatMap(({ problems }) => problems));
  const results: ExpectationResult[] = [];
  for (const [at, { beside }] of pairs.entries()) {
    const candidates = await readCandidateFiles(beside, access);
    for (const each of parsed[at]?.expectations ?? []) results.push(runExpectation(each, candidates));
  }
  return { results, untested };
}

function createNoneError(untested: readonly string[]) {
  const [first = 'guide.yaml'] = untested;
  const beside = first.replace(/(?=\.[^.]*$)/, '.test');
  return createUsageError(
    `there are no expectations: ${beside} does not exist`,
    'write them there, or describe one event with --event',
  );
}

interface ExpectationPair {
  /** The file of expectations. */
  readonly file: string;
  /** The file of automations. */
  readonly beside: string;
}

async function findPairs(paths: readonly string[], access: FileAccess) {
  const pairs = new Map<string, ExpectationPair>();
  const untested: string[] = [];
  for (const path of paths) {
    if (path === '-') throw createUsageError('no expectations are beside standard input', 'use --event');
    const files = await listRecordFilesIn(path, access);
    for (const given of files ?? [path]) {
      if (files !== null && findKind(given) !== 'automations') continue;
      const pair = findPair(given, access);
      if (pair === null) untested.push(given);
      else pairs.set(resolve(access.folder, pair.file), pair);
    }
  }
  return { pairs: [...pairs.values()], untested };
}

const ENDINGS = ['yaml', 'yml', 'json'];

/** Pairs a file of automations or of expectations with the other one, which may have another ending. */
function findPair(given: string, access: FileAccess): ExpectationPair | null {
  const { folder } = access;
  const isSamePath = (one: string, other: string) => resolve(folder, one) === resolve(folder, other);
  const isThere = (file: string) =>
    statSync(resolve(folder, file), { throwIfNoEntry: false })?.isFile() === true;
  const others = (stem: string) => ENDINGS.map((ending) => `${stem}.${ending}`).find(isThere);
  const stem = given.replace(/\.[^./\\]*$/, '');
  if (!isExpectationFile(given)) {
    if (!isThere(given)) throw createUsageError(`no such file: ${given}`, 'ids are tested with --event');
    const file = others(`${stem}.test`);
    const pair = file === undefined ? null : findPair(file, access);
    return pair !== null && isSamePath(pair.beside, given) ? pair : null;
  }
  const expected = getExpectedFile(given);
  const beside = isThere(expected) ? expected : others(stem.replace(/\.test$/i, ''));
  if (beside !== undefined) return { file: given, beside };
  throw createUsageError(`${given} is beside no file of automations`, `it tests those of ${expected}`);
}

function runExpectation(
  { file, line, name, engagement, expected, automation }: WrittenExpectation,
  candidates: readonly AutomationCandidate[],
): ExpectationResult {
  const own = candidates.filter(
    ({ flat }) => automation === undefined || getField(flat, 'name') === automation,
  );
  const tested = own.map((each) => testAutomation(each, engagement));
  const firing = tested.filter(({ fires }) => fires);
  const difference =
    automation !== undefined && own.length === 0
      ? `no automation is named "${automation}"`
      : describeDifference(tested, expected);
  const reasons = listReasons(tested, engagement);
  const why = firing.length === 0 && reasons.length > 0 ? `: ${reasons.join('; ')}` : '';
  return {
    file,
    line,
    name,
    status: difference === null ? 'pass' : 'fail',
    fires: firing.map(getDisplayName),
    messages: firing.flatMap(({ actions }) =>
      actions.flatMap(({ type, message }) => (type === 'send_dm' && message !== null ? [message] : [])),
    ),
    reason: difference === null ? null : `${difference}${why}`,
  };
}

/** Why nothing fires. Triggers of other events are only a reason where there are no others. */
function listReasons(tested: readonly TestedAutomation[], { kind }: Engagement): readonly string[] {
  const misses = tested.flatMap((each) => each.misses);
  const near = misses.filter(({ type }) => type === ENGAGEMENTS[kind].trigger);
  return [...new Set((near.length > 0 ? near : misses).map(({ reason }) => reason))];
}
