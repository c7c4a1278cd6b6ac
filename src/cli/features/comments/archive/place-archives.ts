import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CrierError } from '../../../../errors.ts';
import { runFileOperation } from '../../../../storage/explain-file-fault.ts';
import { ensurePrivateFolder } from '../../../../storage/private-files.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import type { ServicePort } from '../../../framework/command/service.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { getArchiveFolder } from '../../../framework/settings/paths.ts';
import { SANDBOX } from '../../../framework/settings/settings.ts';
import { locateArchive } from '../../archive/archive-file.ts';
import { formatProfile } from '../read-profiles.ts';
import { hasArchive } from './archive-database.ts';
import { COMMENTS } from './comment-archive.ts';

const ENDING = '.sqlite';

/** The archives of the context in use, one for each profile. */
export async function placeArchives(service: ServicePort, machine: IoPort['machine']) {
  const { choice } = await service.choose();
  const owner =
    choice.kind === 'sandbox'
      ? SANDBOX
      : choice.context === null
        ? nameSafely('address', choice.target.baseUrl.href)
        : nameSafely('context', choice.context);
  const folder = join(getArchiveFolder(machine), owner);
  const locate = (profile: string | null) =>
    join(folder, `${profile === null ? 'primary' : nameSafely('profile', profile)}${ENDING}`);
  return {
    folder,
    /** The profile in use. */
    profile: choice.profile,
    locate,
    /** The same, with its folder, unless nothing is to be written. */
    prepare(profile: string | null, isDryRun: boolean): string {
      if (!isDryRun) ensurePrivateFolder(folder);
      return locate(profile);
    },
    /** All of them that exist, the Primary Profile's first. */
    list: (): readonly string[] =>
      listFolder(folder)
        .filter((name) => name.endsWith(ENDING))
        .toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
        .map((name) => join(folder, name)),
  };
}

const rank = (name: string) => (name === `primary${ENDING}` ? 0 : 1);

function listFolder(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return runFileOperation(`cannot read ${folder}`, () => readdirSync(folder));
}

const HASH_LENGTH = 10;

/** A name that every file system takes, and distinguishes from those of others. */
function nameSafely(kind: string, name: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,59}$/.test(name)) return `${kind}-${name}`;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH);
  const start = name.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 30);
  return `${kind}-${start}-${hash}`.toLowerCase();
}

/** Which archives to read. */
export interface ArchiveChoice {
  readonly file?: string | undefined;
  readonly allProfiles: boolean;
}

/**
 * The archives that flags choose: a file, that of the profile in use, or those of all profiles.
 *
 * @throws CrierError of kind not-found where there is none yet
 */
export async function chooseArchives(
  { file, allProfiles }: ArchiveChoice,
  { service, io }: { service: ServicePort; io: IoPort },
): Promise<{ readonly files: readonly string[]; readonly profile: string | null; readonly folder: string }> {
  const { profile, locate, list, folder } = await placeArchives(service, io.machine);
  if (file !== undefined) {
    const path = locateArchive(file, io.machine.folder, COMMENTS);
    if (!hasArchive(path))
      throw createMissingError(`there is no archive ${file}`, crier`comments export --file ${file}`);
    return { files: [path], profile, folder: dirname(path) };
  }
  const files = (allProfiles ? list() : [locate(profile)]).filter(hasArchive);
  if (files.length > 0) return { files, profile, folder };
  const of = allProfiles ? 'this context' : formatProfile(profile);
  const flags = allProfiles ? ' --all-profiles' : '';
  throw createMissingError(
    `there is no archive of the comments of ${of} yet`,
    `${crier`comments export`}${flags}`,
  );
}

/**
 * The service's time in milliseconds since 1970, or this machine's where a file is read and no service is configured: nothing is
 * requested from one.
 */
export async function readArchiveTime(
  file: string | undefined,
  { service, io }: { service: ServicePort; io: IoPort },
): Promise<number> {
  try {
    return await readServiceTime(() => service.client(), { service, io });
  } catch (error) {
    if (file !== undefined && error instanceof CrierError && error.kind === 'auth') return io.now();
    throw error;
  }
}

function createMissingError(message: string, command: string): CrierError {
  return new CrierError('not-found', message, {
    http: null,
    advice: `"${command}" makes it, with the comments of the latest posts`,
  });
}
