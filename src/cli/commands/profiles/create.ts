import * as z from 'zod';
import { CrierError, usageError } from '../../../errors.ts';
import { createProfile } from '../../../facts/endpoints/profiles.ts';
import { NewProfile, ProfileCreated } from '../../../facts/profile-changes.ts';
import { defineCommand } from '../../command.ts';
import type { Choice } from '../../config.ts';
import type { CommandContext } from '../../context.ts';
import { REMOTE, WRITE, written } from '../../flags.ts';
import { plannedView } from '../../planned-view.ts';
import { type Kept, keepNewProfile } from '../../settings/keep-new-profile.ts';
import { SANDBOX, SettingName, type Settings, savedContext } from '../../settings/settings.ts';

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
  foresees: 101,
  positional: ['title'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    title: NewProfile.shape.title.describe('what it is called; no two profiles have the same title'),
    alias: written(
      SettingName.optional().describe("this machine's name for it, made from the title unless given"),
      { placeholder: 'name' },
    ),
    noSave: written(z.boolean().default(false).describe('print the key, and save it nowhere'), {
      negated: true,
    }),
    messaging: z.boolean().default(false).describe('let it use messages'),
  }),
  output: MadeProfile,
  async run({ title, alias, noSave, messaging, dryRun }, context) {
    const { choice, settings } = await context.choose();
    if (alias !== undefined) refuseAlias(alias, { choice, settings, noSave });
    if (noSave && context.printing.hasFields) throw wouldBeLost();
    const service = await context.client({ writes: !dryRun });
    const body = { title, ...(messaging && { messagingActive: true }) };
    if (dryRun) return { view: plannedView(service.plan(createProfile, { body })) };
    const answer = await service.call(createProfile, { body });
    const { refId = null, profileKey = null } = answer.body;
    const kept = await keep({ choice, title, alias, profileKey, refId, noSave }, context);
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
      raw: answer.bytes,
      notes: notesOn(kept, { choice, file: context.settings.place().file }),
      ...(kept.failure !== null && { failure: kept.failure }),
    };
  },
});

interface Wanted {
  readonly choice: Choice;
  readonly settings: Settings;
  readonly noSave: boolean;
}

/** What would keep a new key from being saved as asked is said before there is one. @throws CrierError of kind usage */
function refuseAlias(alias: string, { choice, settings, noSave }: Wanted): void {
  if (noSave) throw usageError('--alias and --no-save contradict each other', 'leave one out');
  if (alias === 'none') throw usageError('no alias can be called "none": that is the Primary Profile');
  if (choice.kind === 'sandbox') {
    throw usageError(`the context "${SANDBOX}" names its profiles itself`, 'leave out --alias');
  }
  if (choice.context === null) {
    throw usageError(
      'an alias is saved in a context, and none is in use',
      'add --context <name>, or leave out --alias',
    );
  }
  const { profiles = {} } = savedContext(settings, choice.context) ?? {};
  if (!Object.hasOwn(profiles, alias)) return;
  throw usageError(
    `the context "${choice.context}" has a profile saved as "${alias}" already`,
    `choose another --alias, or forget that one: "crier profiles forget ${alias} --context ${choice.context}"`,
  );
}

function wouldBeLost(): CrierError {
  return usageError(
    '--no-save and --fields contradict each other: the key is printed this once, and saved nowhere',
    'leave one out',
  );
}

interface Made {
  readonly choice: Choice;
  readonly title: string;
  readonly alias: string | undefined;
  readonly profileKey: string | null;
  readonly refId: string | null;
  readonly noSave: boolean;
}

type KeptSomewhere =
  | (Kept & { readonly context: string })
  | { readonly alias: null; readonly context: null; readonly failure: CrierError | null };

const NOWHERE = { alias: null, context: null, failure: null } as const;

/** Saves the key where the context in use has its keys; the sandbox has it already. */
async function keep(made: Made, { settings, sandbox }: CommandContext): Promise<KeptSomewhere> {
  const { choice, profileKey, refId, noSave } = made;
  if (profileKey === null) return { ...NOWHERE, failure: keyless() };
  if (choice.kind === 'sandbox') {
    const { profiles } = (await sandbox()).entrance.credentials;
    const own = profiles.find((each) => each.refId === refId);
    return own === undefined ? NOWHERE : { alias: own.alias, context: SANDBOX, failure: null };
  }
  const { context } = choice;
  if (noSave || context === null) return NOWHERE;
  return { context, ...(await keepNewProfile(settings, { ...made, profileKey, context })) };
}

function keyless(): CrierError {
  return new CrierError('partial', 'the profile was made, but the answer holds no key of it', {
    http: 200,
    advice: '"crier profiles list" shows it; its key is given out by the service alone',
  });
}

function notesOn(
  { alias, failure }: KeptSomewhere,
  { choice, file }: { readonly choice: Choice; readonly file: string },
): readonly string[] {
  if (failure !== null) return [];
  const once = 'the profile key is shown this once: the service does not give it out again';
  if (alias === null) return [once, 'it is saved nowhere: keep it, or save it with "crier profiles save"'];
  if (choice.kind === 'sandbox')
    return [once, `the sandbox keeps it: act for the profile with --profile ${alias}`];
  return [
    once,
    `saved in ${file}, which is yours alone (0600) and not encrypted: act for the profile with --profile ${alias}`,
  ];
}
