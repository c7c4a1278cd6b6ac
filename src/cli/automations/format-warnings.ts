import { findAutomationWarnings } from '../../rules/find-automation-warnings.ts';
import { formatFault } from '../../rules/find-body-faults.ts';
import type { Warning } from '../../rules/warning.ts';
import { type AutomationFile, formatLocation } from './refuse-faults.ts';

/**
 * What is allowed in an automation and hardly meant, one line each, with its place.
 *
 * @param body the flat form
 * @param file where it stands; left out, in none
 * @param others what else is to be warned of
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

/** Files say `storyId: all`, and the words of a flag `storyId=all`. */
function adaptToFlags({ path, message }: Warning, file: AutomationFile | null): Warning {
  return file === null
    ? { path, message: message.replace(/\bwrite (\w+): /, 'write $1=') }
    : { path, message };
}
