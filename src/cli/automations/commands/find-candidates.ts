import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Client } from '../../../client/client.ts';
import { createUsageError } from '../../../errors.ts';
import { getAutomation } from '../../../service/endpoints/automations.ts';
import type { FileAccess } from '../../files/read-files.ts';
import { checkId } from '../../several/check-id.ts';
import { maskLikelySecret } from '../../shell/mask-likely-secret.ts';
import { flattenAutomation } from '../automation-forms.ts';
import type { AutomationCandidate } from '../test-automation.ts';

/** Where automations are found: in files, or on the service, which is only called for ids. */
export interface CandidateSources extends FileAccess {
  client(): Promise<Client>;
}

/**
 * Finds the automations in files and by ids, in the order of the arguments.
 *
 * @throws CrierError of kind usage when a file does not exist, cannot be read, or contains what the service would
 *   refuse
 */
export async function findCandidates(
  words: readonly string[],
  finding: CandidateSources,
): Promise<readonly AutomationCandidate[]> {
  const found: AutomationCandidate[] = [];
  for (const word of words) {
    found.push(
      ...(isFile(word, finding) ? await readFromFiles(word, finding) : [await fetchCandidate(word, finding)]),
    );
  }
  return found;
}

/** An existing path, or something that cannot be an id: ids contain neither dots nor slashes. */
function isFile(word: string, { folder }: FileAccess): boolean {
  return word === '-' || /[./\\]/.test(word) || existsSync(resolve(folder, word));
}

/**
 * Prefix of ids of automations: the service is not called for a mistyped file name.
 *
 * @see docs/service/general.md#identifier-formats
 */
const ID = /^auto_./;

async function fetchCandidate(id: string, { client }: CandidateSources): Promise<AutomationCandidate> {
  if (!ID.test(id)) {
    throw createUsageError(
      `no such file: ${maskLikelySecret(id)} (and not an automation id)`,
      'automation ids begin with auto_; to list them: crier automations list',
    );
  }
  checkId(id);
  const { body } = await (await client()).call(getAutomation, { params: { id } });
  return { source: id, flat: flattenAutomation(body), active: body.active };
}

/** Loaded on demand: ids do not need the YAML parser, which is large. */
async function readFromFiles(path: string, reading: FileAccess): Promise<readonly AutomationCandidate[]> {
  const { readCandidateFiles } = await import('../read-candidate-files.ts');
  return readCandidateFiles(path, reading);
}
