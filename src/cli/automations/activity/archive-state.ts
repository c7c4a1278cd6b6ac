import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { runUnderLock } from '../../../storage/exclusive-lock.ts';
import { readPrivateFile } from '../../../storage/private-files.ts';
import { swapFile, writeNewFile } from '../../../storage/swap-file.ts';
import { getArchiveLock } from '../../archive/ndjson-archive.ts';

/** What the last complete run has read of an automation; times in milliseconds since 1970. */
const ReadAutomation = z.object({
  /** Its rows from before this time are all finished and in the archive. */
  completeTo: z.number(),
  /** The service's time of that run. */
  at: z.number(),
});
export type ReadAutomation = z.infer<typeof ReadAutomation>;

const ArchiveState = z.object({
  /** Size of the archive, which only grows: a smaller one is another file. */
  bytes: z.number(),
  automations: z.record(z.string(), ReadAutomation),
});
type ReadAutomations = z.infer<typeof ArchiveState>['automations'];

const getStateFile = (file: string) => `${file}.state`;

/**
 * Reads how far earlier runs have read. It only saves requests: without it, all rows that the service lists are read.
 *
 * @param file the archive
 * @returns empty if it is missing, not readable, or of another archive
 */
export function readArchiveState(file: string): ReadAutomations {
  const found = readPrivateFile(getStateFile(file), 'bytes');
  if (found === null) return {};
  const state = ArchiveState.safeParse(parseJson(found.bytes));
  return state.success && getSize(file) >= state.data.bytes ? state.data.automations : {};
}

/** Notes how far a run has read, beside what other runs have noted. */
export function saveArchiveState(file: string, automations: ReadAutomations): void {
  runUnderLock(getArchiveLock(file), () => {
    const state = { bytes: getSize(file), automations: { ...readArchiveState(file), ...automations } };
    const path = getStateFile(file);
    swapFile(path, (inside) => {
      writeNewFile(join(inside, basename(path)), new TextEncoder().encode(`${JSON.stringify(state)}\n`));
    });
  });
}

function getSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
