import { AUTOMATION_PLATFORM } from '../../facts/automation.ts';
import { isRecord } from '../../rules/loose-record.ts';
import type { ReadFile } from '../secrets.ts';
import type { AutomationDraft } from './draft.ts';
import type { DraftFlags } from './draft-flags.ts';
import { readDraftFlags } from './read-draft-flags.ts';
import type { AutomationOrigin } from './refuse-faults.ts';
import { refuseWithFile } from './refuse-with-file.ts';

/** What a command line says of a new automation, alone or over a file. */
export interface AutomationInput extends AutomationOrigin {
  /** As it would be sent; nothing of it is checked. */
  readonly body: unknown;
  /** What flags alone say of it. */
  readonly draft: AutomationDraft;
  readonly warnings: readonly string[];
}

/** The flags of an automation, and the file that `-f` names. */
export type AutomationFlags = DraftFlags & { readonly file?: string | undefined };

/**
 * Puts a new automation together from flags, or from a file whose name and description flags replace.
 *
 * @throws CrierError of kind usage when flags or the file cannot be read, or both give triggers or actions
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
  // most command lines name no file, and what reads YAML is large
  const { readAutomationDraft } = await import('./read-automation-draft.ts');
  const { value, file, warnings } = await readAutomationDraft(path, readFile);
  const body = isRecord(value) ? { platform: AUTOMATION_PLATFORM, ...value, ...draft } : value;
  return { body, draft, file, findFlag, warnings };
}
