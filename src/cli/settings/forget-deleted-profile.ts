import { CrierError } from '../../errors.ts';
import type { CommandOutcome } from '../command.ts';
import { crier } from '../shell-command.ts';
import { forgetProfile, noteForgottenProfile } from './forget-profile.ts';
import type { UserSettingsStore } from './settings-store.ts';

/** The alias of a profile that was just deleted, and the context that has it. */
interface DeletedProfile {
  readonly name: string;
  readonly alias: string;
}

/**
 * Forgets the alias of a profile that is gone, which it is also where its alias stays: whatever goes wrong is handed
 * back.
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
      `the profile is deleted, but its alias is saved still: ${why}`,
      {
        http: null,
        advice: `"${crier`profiles forget ${alias} --context ${name}`}" takes it away`,
        cause,
      },
    );
    return { failure };
  }
}
