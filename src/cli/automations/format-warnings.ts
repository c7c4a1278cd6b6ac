import { formatFault } from '../../domain/requests/find-body-faults.ts';
import { findAutomationWarnings } from './automation-warnings.ts';
import { type AutomationFile, formatLocation } from './refuse-faults.ts';
import type { Warning } from './warning.ts';

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
