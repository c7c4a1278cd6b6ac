import * as z from 'zod';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { updateProfile } from '../../../../service/endpoints/profiles.ts';
import { Platform } from '../../../../service/platforms.ts';
import { ProfileChanged, type ProfileUpdate } from '../../../../service/profiles.ts';
import { defineChange } from '../../../framework/command/define-change.ts';
import { defineFlag, defineSwitch, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { maskLikelySecret } from '../../../framework/output/text/known-secrets.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';
import { SANDBOX } from '../../../framework/settings/settings.ts';
import { type KnownProfile, listKnownProfiles } from '../saved-profiles.ts';

const Switch = z.enum(['on', 'off']).optional();

const FLAGS = {
  title: defineFlag(
    z.string().regex(/\S/, 'must not be blank').optional().describe('new title; must be unique'),
    { placeholder: 'text' },
  ),
  displayTitle: defineTextFlag('text shown instead of the title', { placeholder: 'text', mayBeEmpty: true }),
  showTitle: defineFlag(Switch.describe('show the title on the page that links accounts'), {
    placeholder: 'on|off',
  }),
  messaging: defineFlag(Switch.describe('turn direct messages on or off'), { placeholder: 'on|off' }),
  disable: defineFlag(
    z.array(Platform).default([]).describe('network that cannot be linked; replaces the list'),
    { placeholder: 'network', conflicts: ['enableAll'] },
  ),
  enableAll: defineSwitch('let every network be linked'),
  header: defineTextFlag('text above the page that links accounts', {
    placeholder: 'text',
    mayBeEmpty: true,
  }),
  subheader: defineTextFlag('text below that header', { placeholder: 'text', mayBeEmpty: true }),
  tag: defineFlag(z.array(z.string()).default([]).describe('own text; replaces the list'), {
    placeholder: 'text',
  }),
};

export default defineChange({
  summary: 'Change the title and settings of a User Profile',
  description: `
What you do not set stays unchanged. The profile is named by its alias: its key must be saved. The alias stays when the title
changes.`,
  examples: [
    'profiles update harbour --title "Harbour Street"',
    'profiles update harbour --disable facebook,tiktok --json',
    'profiles update harbour --messaging off --dry-run',
  ],
  validationCode: 101,
  isOfAccount: true,
  positional: ['which'],
  input: z.object({
    which: defineFlag(z.string().describe('alias, or refId of a profile whose key is saved; never a key'), {
      offers: 'alias',
      placeholder: 'alias or refId',
    }),
    ...FLAGS,
  }),
  output: ProfileChanged,
  call: updateProfile,
  async prepare({ which, dryRun: _dryRun, yes: _yes, ...flags }, context) {
    const changes = readChanges(flags);
    if (Object.keys(changes).length === 0)
      throw createUsageError('nothing to change', 'add --title, --messaging or another flag');
    const { choice, settings } = await context.service.choose();
    const name = choice.kind === 'sandbox' ? SANDBOX : choice.context;
    const { profileKey } = findKnown(which, await listKnownProfiles(name, settings, context));
    return { profileKey, ...changes };
  },
  request: (_input, change) => ({ body: change }),
  lines: ({ refId }, { which }) => [
    { name: 'which', title: 'changed', value: which },
    { name: 'refId', title: 'refId', value: refId ?? null },
  ],
});

type ProfileFlags = z.infer<z.ZodObject<typeof FLAGS>>;

function readChanges(flags: ProfileFlags): Omit<ProfileUpdate, 'profileKey'> {
  const { title, displayTitle, showTitle, messaging, disable, enableAll, header, subheader, tag } = flags;
  return {
    ...(title !== undefined && { title }),
    ...(displayTitle !== undefined && { displayTitle }),
    ...(showTitle !== undefined && { hideTitle: showTitle === 'off' }),
    ...(messaging !== undefined && { messagingActive: messaging === 'on' }),
    ...((disable.length > 0 || enableAll) && { disableSocial: disable }),
    ...(header !== undefined && { topHeader: header }),
    ...(subheader !== undefined && { subHeader: subheader }),
    ...(tag.length > 0 && { tags: tag }),
  };
}

/** @throws CrierError of kind not-found when the key of the profile is not saved */
function findKnown(word: string, known: readonly KnownProfile[]): KnownProfile {
  if (word === 'none') throw createUsageError('"none" is the Primary Profile, which cannot be changed');
  const found = known.find(({ alias, refId }) => alias === word || refId === word.toLowerCase());
  if (found !== undefined) return found;
  const aliases = known.map(({ alias }) => alias);
  throw new CrierError('not-found', `no key of a profile "${maskLikelySecret(word)}" is saved`, {
    http: null,
    advice: `${suggestNearest(word, aliases)}"crier profiles list" lists the aliases, and "crier profiles save <alias>" saves a key`,
  });
}
