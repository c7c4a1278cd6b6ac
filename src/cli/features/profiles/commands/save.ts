import * as z from 'zod';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import { defineSwitch, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { CALLING } from '../../../framework/input/flags/shared-flags.ts';
import { chooseService } from '../../../framework/settings/choose-service.ts';
import { describeSavedPlace } from '../../../framework/settings/saved-secrets.ts';
import { readAccountInfo } from '../../../framework/settings/service-account.ts';
import { requireContext, SANDBOX, SettingName } from '../../../framework/settings/settings.ts';
import { buildProfileChangeView, ProfileChange, saveProfile } from '../saved-profiles.ts';

export default defineLocalChange({
  summary: 'Save the key of a User Profile under an alias',
  description: 'The key is checked first, and saved in the context in use, next to the API key it requires.',
  before: ['context add work --base-url https://api.example.com/api --api-key-file -'],
  examples: [
    'profiles save acme --context work --profile-key-file - --no-verify',
    'profiles save acme --context work --profile-key-file - --no-verify --json',
  ],
  positional: ['alias'],
  flags: [CALLING],
  input: z.object({
    alias: SettingName.describe('local name of the profile'),
    profileKeyFile: defineTextFlag('read the profile key from this file (`-` for standard input)', {
      placeholder: 'file',
    }),
    noVerify: defineSwitch('save the key without checking it'),
  }),
  output: ProfileChange,
  async change({ alias, noVerify }, { service, io, settings }) {
    // the key of the default profile may be the one that is missing
    const given = await service.choiceInput();
    const choice = await chooseService({ ...given, flags: { ...given.flags, profile: 'none' } });
    if (choice.kind === 'sandbox' || choice.context === null)
      throw createNoContextError(choice.kind === 'sandbox');
    if (alias === 'none') throw createUsageError('"none" is not a valid alias: it means the Primary Profile');
    const { target, context } = choice;
    const profileKey = target.profileKey ?? (await io.askSecret(`Profile key of "${alias}"`))?.trim() ?? null;
    if (profileKey === null) throw createNoKeyError();
    const account = noVerify
      ? null
      : await readAccountInfo(await service.clientOf({ ...target, profileKey }));
    const refId = account?.refId ?? null;
    const profile = { alias, profileKey, ...(refId !== null && { refId }) };
    const saved = await settings.change((before) => saveProfile(before, context, profile));
    const { profiles = {} } = requireContext(saved, context);
    await io.note(`saved in ${describeSavedPlace(settings.place().file, profiles[alias]?.profileKey)}`);
    return { context, alias, title: account?.title ?? null, profiles: Object.keys(profiles) };
  },
  show: (document) => ({ view: buildProfileChangeView(document, 'saved') }),
});

function createNoKeyError(): CrierError {
  return new CrierError('auth', 'no profile key was given', {
    http: null,
    advice: 'add --profile-key-file <file>, or - for standard input; on a terminal you are asked for it',
  });
}

function createNoContextError(isSandbox: boolean): CrierError {
  if (isSandbox)
    return createUsageError(`aliases in the context "${SANDBOX}" cannot be chosen`, 'crier profiles list');
  return createUsageError('no context is in use to save the alias in', 'add --context <name>');
}
