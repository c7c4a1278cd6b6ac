import { ACTIONS } from '../../service/actions.ts';
import type { FileKind } from '../files/parsed-text.ts';
import { type FileText, type RecordsFile, readRecords } from '../files/records-file.ts';
import { listEntryFields } from './entry-fields.ts';

const NUMBERS = new Set(
  Object.keys(ACTIONS).flatMap((type) =>
    [...listEntryFields(type)].flatMap(([name, kind]) => (kind === 'number' ? [name] : [])),
  ),
);

const AUTOMATIONS: FileKind = {
  one: 'an automation',
  several: 'automations',
  takesNumber: (field) => NUMBERS.has(field),
};

/** Reads a file of automations in the flat form. @see {@link readRecords} */
export function readAutomationFile(file: FileText): RecordsFile {
  return readRecords(file, AUTOMATIONS);
}
