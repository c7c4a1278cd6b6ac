import {
  type BodyFault,
  buildFaultDetails,
  formatFault,
  formatPath,
} from '../../domain/requests/find-body-faults.ts';
import { CrierError, type ErrorFacts } from '../../errors.ts';
import { describeErrorCode } from '../errors/describe-error-code.ts';
import type { FilePosition } from '../files/file-position.ts';
import type { StoredForm } from './detect-stored-form.ts';
import type { FlagLookup } from './read-part-flags.ts';
import { suggestName, suggestPlace } from './suggest-name.ts';

/** The file of an automation. */
export interface AutomationFile {
  readonly name: string;
  locate(fault: Pick<BodyFault, 'path' | 'message'>): FilePosition;
  /** Set if it is in the form that the service returns, which cannot be sent. */
  readonly stored: StoredForm | null;
}

/** Where an automation comes from: a file, flags, or a file and flags. */
export interface AutomationOrigin {
  /** Null without a file. */
  readonly file: AutomationFile | null;
  readonly findFlag: FlagLookup;
}

const INVALID = 473;

/**
 * Refuses an automation before it is sent, with the messages and paths of the service, the position in the file or the
 * flag, and suggestions for misspelled names.
 *
 * @throws CrierError of kind usage, with the code 473 and the service's `details`
 * @see docs/service/automations.md#AUT-14, #validation
 */
export function refuseFaults(faults: readonly BodyFault[], written: AutomationOrigin): void {
  const [first, ...others] = faults;
  if (first === undefined) return;
  const facts = { ...describeErrorCode(INVALID), details: buildFaultDetails(faults) };
  if (written.file?.stored) throw buildStoredError(written.file.name, written.file.stored, facts);
  if (others.length === 0) {
    const advice = suggestFix(first) || (isUnknownPlaceholder(first) ? PLACEHOLDERS_PAGE : null);
    throw new CrierError('usage', formatFaultLine(first, written), { ...facts, advice });
  }
  throw new CrierError('usage', `the automation has ${faults.length} faults`, {
    ...facts,
    advice: faults.some(isUnknownPlaceholder) ? PLACEHOLDERS_PAGE : null,
    errors: sortByPlace(faults, written.file).map((fault) => ({
      path: formatPath(fault.path),
      message: `${formatFaultLine(fault, written)}${suggestFix(fault) && `; ${suggestFix(fault)}`}`,
      ...getFile(fault, written)?.locate(fault),
    })),
  });
}

/** Every field of it is a fault, so one sentence explains them all. */
function buildStoredError(name: string, { problem, advice }: StoredForm, facts: ErrorFacts): CrierError {
  const errors = [{ message: 'its fields are under config, where the service does not accept them' }];
  return new CrierError('usage', `${name} ${problem}`, { ...facts, errors, advice });
}

/** A placeholder without a similar name. */
function isUnknownPlaceholder(fault: BodyFault): boolean {
  return fault.message.startsWith('unknown placeholder') && suggestFix(fault) === '';
}

const PLACEHOLDERS_PAGE = 'to list the placeholders: crier help automation-files';

function formatFaultLine(fault: BodyFault, written: AutomationOrigin): string {
  const flag = written.findFlag(fault.path);
  return `${formatLocation(getFile(fault, written), fault)}${formatFault(fault)}${flag === null ? '' : ` (${flag})`}`;
}

/** A value of a flag has no position in the file. */
function getFile({ path }: BodyFault, { file, findFlag }: AutomationOrigin): AutomationFile | null {
  return findFlag(path) === null ? file : null;
}

/** In the order of the file. */
function sortByPlace(faults: readonly BodyFault[], file: AutomationFile | null): readonly BodyFault[] {
  if (file === null) return faults;
  const placed = faults.map((fault) => ({ fault, ...file.locate(fault) }));
  return placed
    .toSorted((one, other) => one.line - other.line || one.column - other.column)
    .map(({ fault }) => fault);
}

/** Position that editors and terminals turn into a link: `brew.yaml:3:5: `. */
export function formatLocation(
  file: AutomationFile | null,
  fault: Pick<BodyFault, 'path' | 'message'>,
): string {
  if (file === null) return '';
  const { line, column } = file.locate(fault);
  return `${file.name}:${line}:${column}: `;
}

function suggestFix(fault: BodyFault): string {
  const place = suggestPlace(fault);
  if (place !== null) return place;
  const name = suggestName(fault);
  return name === null ? '' : `did you mean "${name}"?`;
}
