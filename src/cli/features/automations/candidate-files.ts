import type { TestableAutomation } from '../../../domain/automations/test-automation.ts';
import { CrierError } from '../../../errors.ts';
import { type FileAccess, getFileLabel, readFiles } from '../../framework/input/files/read-files.ts';
import { describeErrorCode } from '../../framework/output/failures.ts';
import { isAutomationFile } from './as-code/kinds.ts';
import { readAutomationFile } from './automation-file.ts';
import { formatProblem, formatProblemPlace, listRefused, type Problem } from './check-files.ts';

export interface AutomationCandidate extends TestableAutomation {
  /** Whether it answers nothing as it is: it is paused in the service, or its file says so. */
  readonly isPaused: boolean;
}

/**
 * Reads the automations of a file, or of all files in a folder.
 *
 * @param path `-` for standard input
 * @throws CrierError of kind usage when one cannot be read, or contains what the service would refuse
 */
export async function readCandidateFiles(
  path: string,
  reading: FileAccess,
): Promise<readonly AutomationCandidate[]> {
  const texts = (await readFiles([path], reading)).filter(
    ({ name }) => name === path || isAutomationFile(name),
  );
  const files = await Promise.all(texts.map(readAutomationFile));
  const errors = listRefused(files);
  if (errors.length > 0) throw buildFileError(path, errors);
  return files.flatMap(({ name, entries }) =>
    entries.map(({ value, isPaused }) => ({ source: name, flat: value, active: null, isPaused })),
  );
}

const INVALID = 473;

function buildFileError(path: string, errors: readonly Problem[]): CrierError {
  const isRead = errors.every(({ automation }) => automation !== null);
  const why = isRead ? 'contains what the service would refuse' : 'has syntax errors';
  return new CrierError('usage', `${getFileLabel(path)} ${why}`, {
    ...(isRead && describeErrorCode(INVALID)),
    advice: 'fix these first; "crier automations check" also lists warnings',
    errors: errors.map((problem) => ({
      ...problem,
      message: `${formatProblemPlace(problem)}: ${formatProblem(problem)}`,
    })),
  });
}
