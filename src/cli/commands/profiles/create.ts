import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import { createProfile } from '../../../facts/endpoints/profiles.ts';
import { NewProfile, ProfileCreated } from '../../../facts/profile-changes.ts';
import { defineCommand } from '../../command.ts';
import type { ServiceOrSandbox } from '../../config.ts';
import type { CommandContext } from '../../context.ts';
import { defineFlag, REMOTE, WRITE } from '../../flags.ts';
import { buildPlannedView } from '../../planned-view.ts';
import { findContext, SANDBOX, type SavedSettings, SettingName } from '../../settings/settings.ts';
import { noteProfileKey, storeCreatedProfile } from '../../settings/store-created-profile.ts';
import { crier } from '../../shell-command.ts';

/** A new profile, and what this machine calls it. */
const MadeProfile = ProfileCreated.extend({
  context: z.string().nullable().describe('where its key is saved; null when it is not'),
  alias: z.string().nullable().describe('what --profile takes; null when its key is not saved'),
});

export default defineCommand({
  summary: 'Make a User Profile, and save its key on the way',
  description: `
The service gives the key of a profile out this once. It is printed, and saved in the context in use under an alias, so
that "--profile <alias>" acts for the profile from then on. The sandbox has names of its own, made from the titles.`,
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
    title: NewProfile.shape.title.describe('what it is called; no two profiles have the same title'),
    alias: defineFlag(
      SettingName.optional().describe("this machine's name for it, made from the title unless given"),
      { placeholder: 'name' },
    ),
    noSave: defineFlag(z.boolean().default(false).describe('print the key, and save it nowhere'), {
      negated: true,
    }),
    messaging: z.boolean().default(false).describe('let it use messages'),
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

/** What would keep a new key from being saved as asked is said before there is one. @throws CrierError of kind usage */
function refuseAlias(alias: string, { choice, settings, noSave }: AliasInput): void {
  if (noSave) throw createUsageError('--alias and --no-save contradict each other', 'leave one out');
  if (alias === 'none') throw createUsageError('no alias can be called "none": that is the Primary Profile');
  if (choice.kind === 'sandbox') {
    throw createUsageError(`the context "${SANDBOX}" names its profiles itself`, 'leave out --alias');
  }
  if (choice.context === null) {
    throw createUsageError(
      'an alias is saved in a context, and none is in use',
      'add --context <name>, or leave out --alias',
    );
  }
  const { profiles = {} } = findContext(settings, choice.context) ?? {};
  if (!Object.hasOwn(profiles, alias)) return;
  throw createUsageError(
    `the context "${choice.context}" has a profile saved as "${alias}" already`,
    `choose another --alias, or forget that one: "${crier`profiles forget ${alias} --context ${choice.context}`}"`,
  );
}

function isKept(choice: ServiceOrSandbox, noSave: boolean): boolean {
  return !noSave && (choice.kind === 'sandbox' || choice.context !== null);
}

/** A key that is saved nowhere has to be printed. @throws CrierError of kind usage */
function refuseParts({ hasFields, hasJq }: CommandContext['printing']): void {
  if (!hasFields && !hasJq) return;
  throw createUsageError(
    `the new key would be saved nowhere, and ${hasFields ? '--fields' : '--jq'} may leave it out: it is printed this once`,
    'leave that out, or let the key be saved: without --no-save, in a context that --context names',
  );
}
