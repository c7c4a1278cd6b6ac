import { createUsageError } from '../../errors.ts';
import type { ReadFile } from '../context/secrets.ts';
import { getFileLabel } from '../files/file-label.ts';
import { crier } from '../shell/shell-command.ts';
import { readAutomationFile } from './automation-file.ts';
import { buildSeveralError } from './build-several-error.ts';
import { detectStoredForm } from './detect-stored-form.ts';
import { locateFault } from './locate-fault.ts';
import type { AutomationFile } from './refuse-faults.ts';

/** The automation of a file. */
export interface AutomationInFile {
  readonly value: unknown;
  readonly file: AutomationFile;
  /** Warnings with their positions, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Reads the file of `-f`: one automation in the flat form, as YAML or JSON.
 *
 * @param path of the file, `-` for standard input
 * @throws CrierError of kind usage when it cannot be read, has syntax errors, or contains several
 */
export async function readAutomationDraft(path: string, readFile: ReadFile): Promise<AutomationInFile> {
  const name = getFileLabel(path);
  const text = await readFile(path);
  const { entries, faults, warnings } = readAutomationFile({ name, text });
  const [fault, ...others] = faults;
  if (fault !== undefined) {
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    throw createUsageError(`${name}:${fault.line}:${fault.column}: ${fault.words}${more}`, checkAdvice(path));
  }
  const [entry, second] = entries;
  if (entry === undefined) throw createUsageError(`no automation in ${name}`);
  if (second !== undefined) throw buildSeveralError({ path, text, entries });
  return {
    value: entry.value,
    file: { name, locate: (fault) => locateFault(entry, fault), stored: detectStoredForm(entry.value) },
    warnings: warnings.map(({ line, column, words }) => `${name}:${line}:${column}: warning: ${words}`),
  };
}

function checkAdvice(path: string): string | undefined {
  return path === '-' ? undefined : `to list all problems in it: ${crier`automations check ${path}`}`;
}
