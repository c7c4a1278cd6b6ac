import { CrierError } from '../../errors.ts';
import type { UserSettingsStore } from '../settings/settings-store.ts';
import type { CommandOutcome } from '../shell/command.ts';
import { crier } from '../shell/shell-command.ts';
import { forgetProfile, noteForgottenProfile } from './forget-profile.ts';

/** The alias of a profile that was just deleted, and its context. */
interface DeletedProfile {
  readonly name: string;
  readonly alias: string;
}

/**
 * Forgets the alias of a deleted profile. Errors are returned instead of thrown, since the profile is already
 * deleted.
 */
export async function forgetDeletedProfile(
  settings: Pick<UserSettingsStore, 'change'>,
  { name, alias }: DeletedProfile,
): Promise<Pick<CommandOutcome, 'notes' | 'failure'>> {
  let notes: readonly string[] = [];
  try {
    await settings.change((before) => {
      notes = noteForgottenProfile(before, name, alias);
      return forgetProfile(before, name, alias);
    });
    return { notes };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const failure = new CrierError(
      'partial',
      `the profile was deleted, but its alias could not be removed: ${why}`,
      {
        http: null,
        advice: `"${crier`profiles forget ${alias} --context ${name}`}" removes it`,
        cause,
      },
    );
    return { failure };
  }
}
