import { CrierError } from '../../errors.ts';
import type { ServiceOrSandbox } from '../context/choose-service.ts';
import type { CommandContext } from '../context/context.ts';
import { SANDBOX } from '../settings/settings.ts';
import { formatFlags } from '../shell/shell-command.ts';
import { type StoreKeyResult, storeProfileKey } from './store-profile-key.ts';

/** A new profile, and how to store its key. */
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

/** Saves the key of a new profile in the current context; the sandbox already has it. */
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
  return new CrierError('partial', 'the profile was created, but the response has no profile key', {
    http: 200,
    advice: '"crier profiles list" shows the profile; only the service can return its key',
  });
}

/** Notes about the key of a new profile, and where it is saved. */
export function noteProfileKey(
  { alias, failure }: StoredProfileKey,
  { choice, file }: { readonly choice: ServiceOrSandbox; readonly file: string },
): readonly string[] {
  if (failure !== null) return [];
  const once = 'the profile key is shown only once: the service does not return it again';
  if (alias === null) return [once, 'it was not saved: keep it, or save it with "crier profiles save"'];
  if (choice.kind === 'sandbox')
    return [once, `the sandbox keeps it: use the profile with ${formatFlags`--profile ${alias}`}`];
  return [
    once,
    `saved in ${file}, which only you can read (0600) and is not encrypted: use the profile with ${formatFlags`--profile ${alias}`}`,
  ];
}
