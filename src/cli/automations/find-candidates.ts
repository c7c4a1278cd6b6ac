import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Client } from '../../client/client.ts';
import { createUsageError } from '../../errors.ts';
import { getAutomation } from '../../facts/endpoints/automations.ts';
import { flattenAutomation } from '../../rules/flatten-automation.ts';
import { checkId } from '../check-id.ts';
import type { FileAccess } from '../files/read-files.ts';
import { maskLikelySecret } from '../mask-likely-secret.ts';
import type { AutomationCandidate } from './test-automation.ts';

/** How automations are found: in files, or at the service, which is asked for ids alone. */
export interface CandidateSources extends FileAccess {
  client(): Promise<Client>;
}

/**
 * The automations that files hold and ids name, in the order in which they were named.
 *
 * @throws CrierError of kind usage when a file is not there or cannot be read, or holds what the service would refuse
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

/** What is there, and what can be nothing else: ids hold neither dots nor slashes. */
function isFile(word: string, { folder }: FileAccess): boolean {
  return word === '-' || /[./\\]/.test(word) || existsSync(resolve(folder, word));
}

/**
 * As the ids of automations begin: the service is not asked for a file's name that was mistyped.
 *
 * @see docs/service/general.md#identifier-formats
 */
const ID = /^auto_./;

async function fetchCandidate(id: string, { client }: CandidateSources): Promise<AutomationCandidate> {
  if (!ID.test(id)) {
    throw createUsageError(
      `there is no file ${maskLikelySecret(id)}, and it is no id`,
      'the ids of automations begin with auto_; "crier automations list" shows them',
    );
  }
  checkId(id);
  const { body } = await (await client()).call(getAutomation, { params: { id } });
  return { source: id, flat: flattenAutomation(body), active: body.active };
}

/** Ids alone need nothing of it, and what reads YAML is large. */
async function readFromFiles(path: string, reading: FileAccess): Promise<readonly AutomationCandidate[]> {
  const { readCandidateFiles } = await import('./read-candidate-files.ts');
  return readCandidateFiles(path, reading);
}
