import { createUsageError } from '../../errors.ts';
import { toFlagName } from '../shell/flags/flag-name.ts';
import { ACTION_FLAGS, type DraftFlags, TRIGGER_FLAGS } from './draft-flags.ts';

/**
 * Refuses triggers and actions together with a file, which has its own.
 *
 * @throws CrierError of kind usage that names the flags
 */
export function refuseWithFile(flags: DraftFlags): void {
  const keys = Object.keys({ ...TRIGGER_FLAGS, ...ACTION_FLAGS }) as (
    | keyof typeof TRIGGER_FLAGS
    | keyof typeof ACTION_FLAGS
  )[]; // the keys of these tables
  const given = keys.filter((key) => isGiven(flags[key])).map(toFlagName);
  if (given.length === 0) return;
  throw createUsageError(
    `${given.join(' and ')} cannot be used with -f`,
    'with -f, only --name and --description override the file',
  );
}

function isGiven(value: DraftFlags[keyof DraftFlags]): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
}
