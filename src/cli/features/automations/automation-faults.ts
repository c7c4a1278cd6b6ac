import { listPrivateAddresses } from '../../../domain/addresses/private-addresses.ts';
import {
  type AutomationFaultOptions,
  findAutomationFaults,
  listMessageUrls,
} from '../../../domain/automations/automation-entries.ts';
import { findAutomationWarnings } from '../../../domain/automations/automation-warnings.ts';
import type { Warning } from '../../../domain/automations/keyword-warnings.ts';
import { getField } from '../../../domain/json/loose-record.ts';
import {
  type BodyFault,
  buildFaultDetails,
  formatFault,
  formatPath,
} from '../../../domain/requests/find-body-faults.ts';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { CrierError, type ErrorFacts } from '../../../errors.ts';
import type { ActionType } from '../../../service/actions.ts';
import { isSandbox } from '../../framework/command/sandbox/sandbox-control.ts';
import type { ServicePort } from '../../framework/command/service.ts';
import type { FilePosition } from '../../framework/input/files/parsed-text.ts';
import { describeErrorCode } from '../../framework/output/failures.ts';
import { EVENT_NAMES } from './event-names.ts';
import type { StoredForm } from './stored-automation.ts';
import { suggestName, suggestPlace } from './suggest-name.ts';

/**
 * Finds the faults for which the service will refuse an automation. A private `messageUrl` is a fault unless the
 * service is a sandbox, which decides by its own allowance.
 *
 * @see docs/safety.md#S9
 * @see docs/service/automations.md#AUT-14, #AUT-19
 */
export async function findFaults(
  body: unknown,
  { kind }: Pick<AutomationFaultOptions, 'kind'>,
  service: ServicePort,
): Promise<readonly BodyFault[]> {
  const faults = findAutomationFaults(body, { kind });
  const allowance = listPrivateAddresses(listMessageUrls(body));
  if (allowance.length === 0 || !isSandbox((await service.choose()).choice)) return faults;
  return findAutomationFaults(body, { kind, allowlist: allowance });
}

export interface AutomationFile {
  name: string;
  locate(fault: Pick<BodyFault, 'path' | 'message'>): FilePosition;
  /** Set if it is in the form that the service returns, which cannot be sent. */
  stored: StoredForm | null;
}

/** Finds the flag that set, or would set, the value at a path; null if no single flag does. */
export type FlagLookup = (path: BodyFault['path']) => string | null;

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
  throw new CrierError('usage', `the automation has ${faults.length} errors`, {
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
function formatLocation(file: AutomationFile | null, fault: Pick<BodyFault, 'path' | 'message'>): string {
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

/**
 * Formats the warnings of an automation, one line each, with their positions.
 *
 * @param body the flat form
 * @param file its file, if it has one
 * @param others further warnings
 */
export function formatWarnings(
  body: unknown,
  file: AutomationFile | null = null,
  others: readonly Warning[] = [],
): readonly string[] {
  return [...others, ...findAutomationWarnings(body)].map(
    (warning) => `${formatLocation(file, warning)}warning: ${formatFault(adaptToFlags(warning, file))}`,
  );
}

/** Files have `storyId: all`, flags `storyId=all`. */
function adaptToFlags({ path, message }: Warning, file: AutomationFile | null): Warning {
  return file === null
    ? { path, message: message.replace(/\bwrite (\w+): /, 'write $1=') }
    : { path, message };
}

/** The flags that set a missing field. */
const FIELD_FLAGS: ReadonlyMap<string, string> = new Map([
  ['triggers', `the event to react to: --on ${joinWithOr(EVENT_NAMES)}; or --trigger`],
  ['actions', 'the actions: --dm <text>, --webhook or --email <address>; or --action'],
  ['postId', 'the post: --post <id>, or --post all'],
  ['keywords', 'the keywords: --keyword <word>'],
  ['to', 'the recipient of the email: --email <address>'],
]);

/** The flags that set the text of an action, by type. */
const MESSAGE_FLAGS: ReadonlyMap<string, string> = new Map<ActionType, string>([
  ['send_dm', 'the text of the DM: --dm <text>'],
  ['send_email', 'the text of the email: --email-message <text>'],
]);

function findMissingFlag({ path }: BodyFault, body: unknown): string | null {
  const name = String(path.at(-1));
  if (name !== 'message') return FIELD_FLAGS.get(name) ?? null;
  return MESSAGE_FLAGS.get(String(getField(getValueAt(body, path.slice(0, -1)), 'type'))) ?? null;
}

export function filterMissing(faults: readonly BodyFault[], body: unknown): readonly BodyFault[] {
  return faults.filter(
    (fault) => getValueAt(body, fault.path) === undefined && findMissingFlag(fault, body) !== null,
  );
}

/** Error for missing fields without a terminal to ask at. @see docs/command-line.md#automations-create */
export function buildMissingError(missing: readonly BodyFault[], body: unknown): CrierError {
  const flags = new Map(
    missing.map((fault) => [findMissingFlag(fault, body) ?? '', String(fault.path.at(-1))]),
  );
  return new CrierError('usage', 'required parts of the automation are missing', {
    ...describeErrorCode(INVALID),
    details: buildFaultDetails(missing),
    errors: [...flags].map(([message, path]) => ({ path, message })),
    advice: 'add these flags, or use -f <file>; in a terminal, the command asks for them',
  });
}

function getValueAt(body: unknown, path: BodyFault['path']): unknown {
  return path.reduce<unknown>(
    (value, step) => (Array.isArray(value) ? value[Number(step)] : getField(value, String(step))),
    body,
  );
}
