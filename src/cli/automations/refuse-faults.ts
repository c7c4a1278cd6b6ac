import { CrierError, type ErrorFacts } from '../../errors.ts';
import { type BodyFault, buildFaultDetails, formatFault, formatPath } from '../../rules/find-body-faults.ts';
import { describeErrorCode } from '../describe-error-code.ts';
import type { FilePosition } from '../files/file-position.ts';
import type { StoredForm } from './detect-stored-form.ts';
import type { FlagLookup } from './part-flags.ts';
import { suggestName, suggestPlace } from './suggest-name.ts';

/** The file that an automation stands in. */
export interface AutomationFile {
  readonly name: string;
  locate(fault: Pick<BodyFault, 'path' | 'message'>): FilePosition;
  /** Said of what is no automation to be sent, but one that was read; null for any other. */
  readonly stored: StoredForm | null;
}

/** Where an automation was written: in a file, by flags, or by flags over a file. */
export interface AutomationOrigin {
  /** Null when no file was named. */
  readonly file: AutomationFile | null;
  readonly findFlag: FlagLookup;
}

const INVALID = 473;

/**
 * Refuses an automation as the service would, with the same messages and paths, before anything is sent. What
 * was nearly a name is asked about, and the place in the file is told, or the flag.
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
  throw new CrierError('usage', `${faults.length} faults in the automation`, {
    ...facts,
    advice: faults.some(isUnknownPlaceholder) ? PLACEHOLDERS_PAGE : null,
    errors: sortByPlace(faults, written.file).map((fault) => ({
      path: formatPath(fault.path),
      message: `${formatFaultLine(fault, written)}${suggestFix(fault) && `; ${suggestFix(fault)}`}`,
      ...getFile(fault, written)?.locate(fault),
    })),
  });
}

/** Each field of it is a fault: one sentence says why. */
function buildStoredError(name: string, { problem, advice }: StoredForm, facts: ErrorFacts): CrierError {
  const errors = [{ message: 'its fields stand under config, where the service takes none of them' }];
  return new CrierError('usage', `${name} ${problem}`, { ...facts, errors, advice });
}

/** A placeholder that is like none of those that there are. */
function isUnknownPlaceholder(fault: BodyFault): boolean {
  return fault.message.startsWith('unknown placeholder') && suggestFix(fault) === '';
}

const PLACEHOLDERS_PAGE = '"crier help automation-files" lists the placeholders';

function formatFaultLine(fault: BodyFault, written: AutomationOrigin): string {
  const flag = written.findFlag(fault.path);
  return `${formatLocation(getFile(fault, written), fault)}${formatFault(fault)}${flag === null ? '' : ` (${flag})`}`;
}

/** A flag that stands in place of what the file says is not in it. */
function getFile({ path }: BodyFault, { file, findFlag }: AutomationOrigin): AutomationFile | null {
  return findFlag(path) === null ? file : null;
}

/** In a file, from its first line to its last. */
function sortByPlace(faults: readonly BodyFault[], file: AutomationFile | null): readonly BodyFault[] {
  if (file === null) return faults;
  const placed = faults.map((fault) => ({ fault, ...file.locate(fault) }));
  return placed
    .toSorted((one, other) => one.line - other.line || one.column - other.column)
    .map(({ fault }) => fault);
}

/** As editors and terminals make links of: `brew.yaml:3:5: `. */
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
