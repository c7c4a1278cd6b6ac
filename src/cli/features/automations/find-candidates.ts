import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Client } from '../../../client/client.ts';
import { flattenAutomation } from '../../../domain/automations/flatten-automation.ts';
import { getField } from '../../../domain/json/loose-record.ts';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import { getAutomation } from '../../../service/endpoints/automations.ts';
import type { FileAccess } from '../../framework/input/files/read-files.ts';
import { checkId } from '../../framework/many/read-ids.ts';
import { maskLikelySecret } from '../../framework/output/text/known-secrets.ts';
import { suggestNearest } from '../../framework/output/text/suggest-nearest.ts';
import type { AutomationCandidate } from './candidate-files.ts';

/** Where automations are found: in files, or on the service, which is only called for ids. */
interface CandidateSources extends FileAccess {
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
  return { source: id, flat: flattenAutomation(body), active: body.active, isPaused: !body.active };
}

/** Loaded on demand: ids do not need the YAML parser, which is large. */
async function readFromFiles(path: string, reading: FileAccess): Promise<readonly AutomationCandidate[]> {
  const { readCandidateFiles } = await import('./candidate-files.ts');
  return readCandidateFiles(path, reading);
}

/**
 * Selects automations by name.
 *
 * @param name all of them if undefined
 * @throws CrierError of kind usage when none has it
 */
export function filterByName(
  name: string | undefined,
  candidates: readonly AutomationCandidate[],
): readonly AutomationCandidate[] {
  if (name === undefined) return candidates;
  const called = candidates.filter(({ flat }) => getField(flat, 'name') === name);
  if (called.length > 0) return called;
  const names = candidates.flatMap(({ flat }) => {
    const each = getField(flat, 'name');
    return typeof each === 'string' ? [each] : [];
  });
  const there =
    names.length === 0
      ? 'none of them has a name'
      : `the names are ${joinWithOr(names.map((each) => `"${each}"`))}`;
  throw createUsageError(`no automation named "${name}"`, `${suggestNearest(name, names)}${there}`);
}
