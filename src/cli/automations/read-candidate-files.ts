import { CrierError } from '../../errors.ts';
import { describeErrorCode } from '../errors/catalogue.ts';
import { type FileAccess, getFileLabel, readFiles } from '../files/read-files.ts';
import { readAutomationFile } from './automation-file.ts';
import { checkFiles, formatProblem, formatProblemPlace, type Problem } from './check-files.ts';
import type { AutomationCandidate } from './test-automation.ts';

const INVALID = 473;

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
  const files = (await readFiles([path], reading)).map(readAutomationFile);
  const errors = checkFiles(files, 'new').filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw buildFileError(path, errors);
  return files.flatMap(({ name, entries }) =>
    entries.map(({ value }) => ({ source: name, flat: value, active: null })),
  );
}

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
