import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { createUsageError } from '../../../../errors.ts';
import { acquireLock, type ExclusiveLock } from '../../../../storage/exclusive-lock.ts';
import { ensurePrivateFolder } from '../../../../storage/private-files.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { getStateFolder } from '../../../framework/settings/paths.ts';
import { PRIMARY_FOLDER, type ProfileFolder } from './read-targets.ts';

/**
 * Keeps other runs of this machine from applying to the same profiles, or from the same folders, until it is released or
 * the process ends: two that plan at once would create everything twice.
 *
 * @throws CrierError of kind usage when another run does so
 */
export function lockTargets(
  targets: readonly ProfileFolder[],
  { io: { machine } }: CommandContext,
): Pick<ExclusiveLock, 'release'> {
  const folder = join(getStateFolder(machine), 'applies');
  ensurePrivateFolder(folder);
  const locks: ExclusiveLock[] = [];
  const release = () => {
    for (const lock of locks) lock.release();
  };
  for (const { owner, path, profile } of targets) {
    const names = [JSON.stringify(owner), ...(path === '-' ? [] : [resolve(machine.folder, path)])];
    for (const name of names) {
      const file = createHash('sha256').update(name).digest('hex').slice(0, NAME_LENGTH);
      const lock = acquireLock(join(folder, `${file}.lock`), 0);
      if (lock !== null) {
        locks.push(lock);
        continue;
      }
      release();
      throw createUsageError(
        `another run of "automations apply" is changing the profile ${profile ?? PRIMARY_FOLDER}, or uses ${path}`,
        'nothing was sent; wait for it to finish, then run this again',
      );
    }
  }
  return { release };
}

const NAME_LENGTH = 16;
