import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import { createProfile } from '../../../service/endpoints/profiles.ts';
import { NewProfile, ProfileCreated } from '../../../service/profile-changes.ts';
import type { ServiceOrSandbox } from '../../context/choose-service.ts';
import type { CommandContext } from '../../context/context.ts';
import { buildPlannedView } from '../../context/planned-view.ts';
import { findContext, SANDBOX, type SavedSettings, SettingName } from '../../settings/settings.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, REMOTE, WRITE } from '../../shell/flags/flags.ts';
import { crier } from '../../shell/shell-command.ts';
import { noteProfileKey, storeCreatedProfile } from '../store-created-profile.ts';

/** A new profile with its local alias. */
const MadeProfile = ProfileCreated.extend({
  context: z.string().nullable().describe('where the key is saved; null if it is not'),
  alias: z.string().nullable().describe('what --profile accepts; null if the key is not saved'),
});

export default defineCommand({
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
  positional: ['title'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    title: NewProfile.shape.title.describe('title of the profile; must be unique'),
    alias: defineFlag(
      SettingName.optional().describe('local name of the profile (default: derived from the title)'),
      { placeholder: 'name' },
    ),
    noSave: defineFlag(z.boolean().default(false).describe('print the key without saving it'), {
      negated: true,
    }),
    messaging: z.boolean().default(false).describe('enable messaging'),
  }),
  output: MadeProfile,
  async run({ title, alias, noSave, messaging, dryRun }, context) {
    const { choice, settings } = await context.choose();
    if (alias !== undefined) refuseAlias(alias, { choice, settings, noSave });
    if (!dryRun && !isKept(choice, noSave)) refuseParts(context.printing);
    const service = await context.client({ writes: !dryRun });
    const body = { title, ...(messaging && { messagingActive: true }) };
    if (dryRun) return { view: buildPlannedView(service.plan(createProfile, { body })) };
    const answer = await service.call(createProfile, { body });
    const { refId = null, profileKey = null } = answer.body;
    const kept = await storeCreatedProfile({ choice, title, alias, profileKey, refId, noSave }, context);
    const name = kept.failure === null && kept.alias !== null ? kept.context : null;
    return {
      view: {
        kind: 'record',
        document: { ...answer.body, context: name, alias: kept.alias },
        lines: [
          { name: 'title', title: 'title', value: answer.body.title ?? title },
          { name: 'alias', title: 'alias', value: kept.alias },
          { name: 'context', title: 'context', value: name },
          { name: 'profileKey', title: 'profile key', value: profileKey },
          { name: 'refId', title: 'refId', value: refId },
          { name: 'messagingActive', title: 'messages', value: answer.body.messagingActive ?? null },
        ],
      },
      isWhole: name === null,
      raw: answer.bytes,
      notes: noteProfileKey(kept, { choice, file: context.settings.place().file }),
      ...(kept.failure !== null && { failure: kept.failure }),
    };
  },
});

interface AliasInput {
  readonly choice: ServiceOrSandbox;
  readonly settings: SavedSettings;
  readonly noSave: boolean;
}

/** Checks before the profile is created that its key can be saved. @throws CrierError of kind usage */
function refuseAlias(alias: string, { choice, settings, noSave }: AliasInput): void {
  if (noSave) throw createUsageError('--alias and --no-save cannot be used together', 'use only one of them');
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
function refuseParts({ hasFields, hasJq }: CommandContext['printing']): void {
  if (!hasFields && !hasJq) return;
  throw createUsageError(
    `the new key is not saved and printed only once, and ${hasFields ? '--fields' : '--jq'} could drop it`,
    'remove that flag, or save the key: without --no-save, in a context named by --context',
  );
}
