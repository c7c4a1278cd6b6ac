import { isRecord } from '../../domain/json/loose-record.ts';

/**
 * Lists the validation errors of a body, one line each; null for details of any other shape.
 *
 * @see docs/service/automations.md#validation
 */
export function listBodyFaults(details: unknown): readonly string[] | null {
  if (!isRecord(details) || !('formErrors' in details || 'fieldErrors' in details)) return null;
  const { formErrors = [], fieldErrors = {}, ...others } = details;
  if (Object.keys(others).length > 0 || !isRecord(fieldErrors)) return null;
  const lines = [['', formErrors] as const, ...Object.entries(fieldErrors)].flatMap(([field, words]) =>
    [words].flat().map((line: unknown) => (typeof line === 'string' ? prefixField(line, field) : null)),
  );
  return lines.every((line) => line !== null) ? lines : null;
}

/** Not every service includes the field's path in the line. */
function prefixField(line: string, field: string): string {
  return line.startsWith(field) ? line : `${field}: ${line}`;
}
