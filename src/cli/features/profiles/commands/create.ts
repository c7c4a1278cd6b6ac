import * as z from 'zod';
import { createProfileAlias } from '../../../../domain/text/names.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { createProfile } from '../../../../service/endpoints/profiles.ts';
import { NewProfile, ProfileCreated } from '../../../../service/profiles.ts';
import { defineChange } from '../../../framework/command/define-change.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import type { SandboxPort } from '../../../framework/command/sandbox/sandbox.ts';
import type { SettingsPort } from '../../../framework/command/settings.ts';
import { defineFlag, defineSwitch } from '../../../framework/input/flags/flags.ts';
import { crier, formatFlags } from '../../../framework/output/text/shell-command.ts';
import type { ServiceOrSandbox } from '../../../framework/settings/choose-service.ts';
import { describeSavedPlace } from '../../../framework/settings/saved-secrets.ts';
import {
  findContext,
  SANDBOX,
  type SavedSecret,
  type SavedSettings,
  SettingName,
} from '../../../framework/settings/settings.ts';
import { createSettingsFailure, saveProfile } from '../saved-profiles.ts';

/** A new profile with its local alias. */
const MadeProfile = ProfileCreated.extend({
  context: z.string().nullable().describe('where the key is saved; null if it is not'),
  alias: z.string().nullable().describe('what --profile accepts; null if the key is not saved'),
});

export default defineChange({
  summary: 'Create a User Profile and save its key',
  description: `
The service returns the key of a new profile only once. It is printed, and saved in the context in use under an alias, so
that "--profile <alias>" acts for the profile. The sandbox derives aliases from titles.`,
  examples: [
    'profiles create "Shop North"',
    'profiles create "Shop South" --no-save --json',
    'profiles create "Shop West" --dry-run',
  ],
  validationCode: 101,
  isOfAccount: true,
  positional: ['title'],
  input: z.object({
    title: NewProfile.shape.title.describe('title of the profile; must be unique'),
    alias: defineFlag(
      SettingName.optional().describe('local name of the profile (default: derived from the title)'),
      { placeholder: 'name', conflicts: ['noSave'] },
    ),
    noSave: defineSwitch('print the key without saving it'),
    messaging: defineSwitch('enable messaging'),
  }),
  output: MadeProfile,
  call: createProfile,
  async prepare({ alias, noSave, dryRun }, { service, io }) {
    const { choice, settings } = await service.choose();
    if (alias !== undefined) refuseAlias(alias, choice, settings);
    if (!dryRun && !isKept(choice, noSave)) refuseParts(io.printing);
    return choice;
  },
  request: ({ title, messaging }) => ({ body: { title, ...(messaging && { messagingActive: true }) } }),
  async show(body, { title, alias, noSave }, { made: choice, settings, sandbox }) {
    const { refId = null, profileKey = null } = body;
    const kept = await storeCreatedProfile(
      { choice, title, alias, profileKey, refId, noSave },
      settings,
      sandbox,
    );
    const name = kept.failure === null && kept.alias !== null ? kept.context : null;
    return {
      view: {
        kind: 'record',
        document: { ...body, context: name, alias: kept.alias },
        lines: [
          { name: 'title', title: 'title', value: body.title ?? title },
          { name: 'alias', title: 'alias', value: kept.alias },
          { name: 'context', title: 'context', value: name },
          { name: 'profileKey', title: 'profile key', value: profileKey },
          { name: 'refId', title: 'refId', value: refId },
          { name: 'messagingActive', title: 'messages', value: body.messagingActive ?? null },
        ],
      },
      isWhole: name === null,
      notes: noteProfileKey(kept, settings.place().file),
      ...(kept.failure !== null && { failure: kept.failure }),
    };
  },
});

/** Checks before the profile is created that its key can be saved. @throws CrierError of kind usage */
function refuseAlias(alias: string, choice: ServiceOrSandbox, settings: SavedSettings): void {
  if (alias === 'none') throw createUsageError('"none" is not a valid alias: it means the Primary Profile');
  if (choice.kind === 'sandbox') {
    throw createUsageError(`aliases in the context "${SANDBOX}" cannot be chosen`, 'remove --alias');
  }
  if (choice.context === null) {
    throw createUsageError(
      'no context is in use to save the alias in',
      'add --context <name>, or remove --alias',
    );
  }
  const { profiles = {} } = findContext(settings, choice.context) ?? {};
  if (!Object.hasOwn(profiles, alias)) return;
  throw createUsageError(
    `the context "${choice.context}" already has a profile "${alias}"`,
    `choose another --alias, or remove that one: "${crier`profiles forget ${alias} --context ${choice.context}`}"`,
  );
}

function isKept(choice: ServiceOrSandbox, noSave: boolean): boolean {
  return !noSave && (choice.kind === 'sandbox' || choice.context !== null);
}

/** A key that is not saved must be printed. @throws CrierError of kind usage */
function refuseParts({ hasFields, filter }: IoPort['printing']): void {
  const dropping = hasFields ? '--fields' : filter;
  if (dropping === null) return;
  throw createUsageError(
    `the new key is not saved and printed only once, and ${dropping} could drop it`,
    'remove that flag, or save the key: without --no-save, in a context named by --context',
  );
}

interface StoredProfileKey {
  /** Null if the key was not saved. */
  alias: string | null;
  context: string | null;
  /** As it was saved; null where the sandbox keeps it. */
  secret: SavedSecret | null;
  failure: CrierError | null;
}

const NOWHERE: StoredProfileKey = { alias: null, context: null, secret: null, failure: null };

/** Saves the key of a new profile in the current context; the sandbox already has it. */
async function storeCreatedProfile(
  { choice, noSave, profileKey, ...made }: NewProfileKey & { choice: ServiceOrSandbox; noSave: boolean },
  settings: SettingsPort,
  sandbox: SandboxPort,
): Promise<StoredProfileKey> {
  if (profileKey === null) return { ...NOWHERE, failure: createKeylessError() };
  if (choice.kind === 'sandbox') {
    const { profiles } = (await sandbox.control()).connection.credentials;
    const own = profiles.find((each) => each.refId === made.refId);
    return own === undefined ? NOWHERE : { ...NOWHERE, alias: own.alias, context: SANDBOX };
  }
  const { context } = choice;
  if (noSave || context === null) return NOWHERE;
  return { context, ...(await storeProfileKey(settings, context, { ...made, profileKey })) };
}

function createKeylessError(): CrierError {
  return new CrierError('partial', 'the profile was created, but the response has no profile key', {
    http: 200,
    advice: '"crier profiles list" shows the profile; only the service can return its key',
  });
}

/** Notes about the key of a new profile, and where it is saved. */
function noteProfileKey({ alias, secret, failure }: StoredProfileKey, file: string): readonly string[] {
  if (failure !== null) return [];
  const once = 'the profile key is shown only once: the service does not return it again';
  if (alias === null) return [once, 'it was not saved: keep it, or save it with "crier profiles save"'];
  if (secret === null)
    return [once, `the sandbox keeps it: use the profile with ${formatFlags`--profile ${alias}`}`];
  return [
    once,
    `saved in ${describeSavedPlace(file, secret)}: use the profile with ${formatFlags`--profile ${alias}`}`,
  ];
}

interface NewProfileKey {
  title: string;
  /** The requested alias; undefined for one derived from the title. */
  alias: string | undefined;
  profileKey: string | null;
  refId: string | null;
}

/**
 * Saves the key of a new profile without overwriting another. Errors are returned instead of thrown, since
 * the key, which the service returns only once, still has to be shown.
 */
async function storeProfileKey(
  settings: SettingsPort,
  context: string,
  { title, refId, profileKey, ...fresh }: NewProfileKey & { profileKey: string },
): Promise<Omit<StoredProfileKey, 'context'>> {
  let alias = '';
  try {
    const saved = await settings.change((before) => {
      const taken = Object.keys(findContext(before, context)?.profiles ?? {});
      const isFree = fresh.alias !== undefined && !taken.includes(fresh.alias);
      alias = isFree && fresh.alias !== undefined ? fresh.alias : createProfileAlias(title, taken);
      return saveProfile(before, context, { alias, profileKey, ...(refId !== null && { refId }) });
    });
    const secret = findContext(saved, context)?.profiles?.[alias]?.profileKey ?? null;
    return { alias, secret, failure: null };
  } catch (cause) {
    const message = 'the profile was created, but its key could not be saved';
    const advice =
      'keep the key that was printed, and save it later: "crier profiles save <alias> --profile-key-file -"';
    return { alias: null, secret: null, failure: createSettingsFailure(message, advice, cause) };
  }
}
