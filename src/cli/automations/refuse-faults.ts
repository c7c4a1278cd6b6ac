import { CrierError, type ErrorFacts } from '../../errors.ts';
import { type BodyFault, buildFaultDetails, formatFault, formatPath } from '../../rules/find-body-faults.ts';
import { describeErrorCode } from '../describe-error-code.ts';
import type { Place } from '../files/file-place.ts';
import { meantName, meantPlace } from './meant-name.ts';
import type { FlagOf } from './part-flags.ts';
import type { StoredForm } from './stored-form.ts';

/** The file that an automation stands in. */
export interface WrittenIn {
  readonly name: string;
  placeOf(fault: Pick<BodyFault, 'path' | 'words'>): Place;
  /** Said of what is no automation to be sent, but one that was read; null for any other. */
  readonly stored: StoredForm | null;
}

/** Where an automation was written: in a file, by flags, or by flags over a file. */
export interface Written {
  /** Null when no file was named. */
  readonly file: WrittenIn | null;
  readonly flagOf: FlagOf;
}

const INVALID = 473;

/**
 * Refuses an automation as the service would, in its own words and under its own paths, before anything is sent. What
 * was nearly a name is asked about, and the place in the file is told, or the flag.
 *
 * @throws CrierError of kind usage, with the code 473 and the service's `details`
 * @see docs/service/automations.md#AUT-14, #validation
 */
export function refuseFaults(faults: readonly BodyFault[], written: Written): void {
  const [first, ...others] = faults;
  if (first === undefined) return;
  const facts = { ...describeErrorCode(INVALID), details: buildFaultDetails(faults) };
  if (written.file?.stored) throw storedError(written.file.name, written.file.stored, facts);
  if (others.length === 0) {
    const advice = hint(first) || (isAlien(first) ? PLACEHOLDERS_PAGE : null);
    throw new CrierError('usage', lineOf(first, written), { ...facts, advice });
  }
  throw new CrierError('usage', `${faults.length} faults in the automation`, {
    ...facts,
    advice: faults.some(isAlien) ? PLACEHOLDERS_PAGE : null,
    errors: inTheirOrder(faults, written.file).map((fault) => ({
      path: formatPath(fault.path),
      message: `${lineOf(fault, written)}${hint(fault) && `; ${hint(fault)}`}`,
      ...fileOf(fault, written)?.placeOf(fault),
    })),
  });
}

/** Each field of it is a fault: one sentence says why. */
function storedError(name: string, { is, instead }: StoredForm, facts: ErrorFacts): CrierError {
  const errors = [{ message: 'its fields stand under config, where the service takes none of them' }];
  return new CrierError('usage', `${name} ${is}`, { ...facts, errors, advice: instead });
}

/** A placeholder that is like none of those that there are. */
function isAlien(fault: BodyFault): boolean {
  return fault.words.startsWith('unknown placeholder') && hint(fault) === '';
}

const PLACEHOLDERS_PAGE = '"crier help automation-files" lists the placeholders';

function lineOf(fault: BodyFault, written: Written): string {
  const flag = written.flagOf(fault.path);
  return `${whereIn(fileOf(fault, written), fault)}${formatFault(fault)}${flag === null ? '' : ` (${flag})`}`;
}

/** A flag that stands in place of what the file says is not in it. */
function fileOf({ path }: BodyFault, { file, flagOf }: Written): WrittenIn | null {
  return flagOf(path) === null ? file : null;
}

/** In a file, from its first line to its last. */
function inTheirOrder(faults: readonly BodyFault[], file: WrittenIn | null): readonly BodyFault[] {
  if (file === null) return faults;
  const placed = faults.map((fault) => ({ fault, ...file.placeOf(fault) }));
  return placed
    .toSorted((one, other) => one.line - other.line || one.column - other.column)
    .map(({ fault }) => fault);
}

/** As editors and terminals make links of: `brew.yaml:3:5: `. */
export function whereIn(file: WrittenIn | null, fault: Pick<BodyFault, 'path' | 'words'>): string {
  if (file === null) return '';
  const { line, column } = file.placeOf(fault);
  return `${file.name}:${line}:${column}: `;
}

function hint(fault: BodyFault): string {
  const place = meantPlace(fault);
  if (place !== null) return place;
  const name = meantName(fault);
  return name === null ? '' : `did you mean "${name}"?`;
}
