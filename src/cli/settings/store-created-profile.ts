import { CrierError } from '../../errors.ts';
import type { ServiceOrSandbox } from '../config.ts';
import type { CommandContext } from '../context.ts';
import { formatFlags } from '../shell-command.ts';
import { SANDBOX } from './settings.ts';
import { type StoreKeyResult, storeProfileKey } from './store-profile-key.ts';

/** A profile that was just made, and what is to become of its key. */
interface CreatedProfile {
  readonly choice: ServiceOrSandbox;
  readonly title: string;
  readonly alias: string | undefined;
  readonly profileKey: string | null;
  readonly refId: string | null;
  readonly noSave: boolean;
}

type StoredProfileKey =
  | (StoreKeyResult & { readonly context: string })
  | { readonly alias: null; readonly context: null; readonly failure: CrierError | null };

const NOWHERE = { alias: null, context: null, failure: null } as const;

/** Saves the key of a new profile where the context in use has its keys; the sandbox has it already. */
export async function storeCreatedProfile(
  made: CreatedProfile,
  { settings, sandbox }: CommandContext,
): Promise<StoredProfileKey> {
  const { choice, profileKey, refId, noSave } = made;
  if (profileKey === null) return { ...NOWHERE, failure: createKeylessError() };
  if (choice.kind === 'sandbox') {
    const { profiles } = (await sandbox()).connection.credentials;
    const own = profiles.find((each) => each.refId === refId);
    return own === undefined ? NOWHERE : { alias: own.alias, context: SANDBOX, failure: null };
  }
  const { context } = choice;
  if (noSave || context === null) return NOWHERE;
  return { context, ...(await storeProfileKey(settings, { ...made, profileKey, context })) };
}

function createKeylessError(): CrierError {
  return new CrierError('partial', 'the profile was made, but the answer holds no key of it', {
    http: 200,
    advice: '"crier profiles list" shows it; its key is given out by the service alone',
  });
}

/** What is said of a key that was given out, and of where it is. */
export function noteProfileKey(
  { alias, failure }: StoredProfileKey,
  { choice, file }: { readonly choice: ServiceOrSandbox; readonly file: string },
): readonly string[] {
  if (failure !== null) return [];
  const once = 'the profile key is shown this once: the service does not give it out again';
  if (alias === null) return [once, 'it is saved nowhere: keep it, or save it with "crier profiles save"'];
  if (choice.kind === 'sandbox')
    return [once, `the sandbox keeps it: act for the profile with ${formatFlags`--profile ${alias}`}`];
  return [
    once,
    `saved in ${file}, which is yours alone (0600) and not encrypted: act for the profile with ${formatFlags`--profile ${alias}`}`,
  ];
}
