import { isRecord } from '../../domain/json/loose-record.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automation.ts';
import type { ReadFile } from '../context/secrets.ts';
import type { AutomationDraft } from './draft.ts';
import type { DraftFlags } from './draft-flags.ts';
import { readDraftFlags } from './read-draft-flags.ts';
import type { AutomationOrigin } from './refuse-faults.ts';
import { refuseWithFile } from './refuse-with-file.ts';

/** A new automation as given by flags, or by a file and flags. */
export interface AutomationInput extends AutomationOrigin {
  /** The body to send, not validated. */
  readonly body: unknown;
  /** What the flags set. */
  readonly draft: AutomationDraft;
  readonly warnings: readonly string[];
}

/** The flags of an automation, including `-f`. */
export type AutomationFlags = DraftFlags & { readonly file?: string | undefined };

/**
 * Builds a new automation from flags, or from a file, of which flags replace name and description.
 *
 * @throws CrierError of kind usage when flags or the file cannot be read, or both contain triggers or actions
 */
export async function readAutomationInput(
  { file: path, ...flags }: AutomationFlags,
  readFile: ReadFile,
): Promise<AutomationInput> {
  if (path !== undefined) refuseWithFile(flags);
  const { draft, findFlag } = await readDraftFlags(flags, readFile);
  if (path === undefined) {
    return { body: { platform: AUTOMATION_PLATFORM, ...draft }, draft, file: null, findFlag, warnings: [] };
  }
  // loaded on demand: most commands do not name a file, and the YAML parser is large
  const { readAutomationDraft } = await import('./read-automation-draft.ts');
  const { value, file, warnings } = await readAutomationDraft(path, readFile);
  const body = isRecord(value) ? { platform: AUTOMATION_PLATFORM, ...value, ...draft } : value;
  return { body, draft, file, findFlag, warnings };
}
