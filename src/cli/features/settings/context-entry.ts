import * as z from 'zod';
import { redactUserInfo } from '../../../client/mask.ts';
import { Plan } from '../../../service/plans.ts';
import { type Column, pickMember, type RecordLine } from '../../framework/output/view.ts';
import { showSecret } from '../../framework/settings/saved-secrets.ts';
import {
  Dialect,
  findCurrentContext,
  listContextNames,
  SANDBOX,
  type SavedContext,
  type SavedSecret,
  type SavedSettings,
} from '../../framework/settings/settings.ts';

const MASKED = 'at most its last four characters; "in the keyring" if it is encrypted';

/** One context, with masked keys. */
export const ContextEntry = z.strictObject({
  name: z.string(),
  isDefault: z.boolean().describe('whether commands use it by default'),
  baseUrl: z.string().nullable().describe('null for the built-in sandbox'),
  apiKey: z.string().nullable().describe(MASKED),
  xApiKey: z.string().nullable().describe(MASKED),
  xApiSecret: z.string().nullable().describe(MASKED),
  webhookSecret: z.string().nullable().describe(MASKED),
  plan: Plan.nullable(),
  dialect: Dialect.nullable(),
  profile: z.string().nullable().describe('default profile'),
  profiles: z.array(z.string()).describe('aliases with saved keys'),
  profilesWithoutKey: z.array(z.string()).describe('aliases that were handed over, whose keys are not saved'),
});
export type ContextEntry = z.infer<typeof ContextEntry>;

const showOptional = (secret: SavedSecret | undefined): string | null =>
  secret === undefined ? null : showSecret(secret);

export function toContextEntry(settings: SavedSettings, name: string, context: SavedContext): ContextEntry {
  return {
    name,
    isDefault: name === findCurrentContext(settings),
    baseUrl: context.baseUrl === undefined ? null : redactUserInfo(context.baseUrl),
    apiKey: showOptional(context.apiKey),
    xApiKey: showOptional(context.xApiKey),
    xApiSecret: showOptional(context.xApiSecret),
    webhookSecret: showOptional(context.webhookSecret),
    plan: context.plan ?? null,
    dialect: context.dialect ?? null,
    profile: context.profile ?? null,
    profiles: Object.keys(context.profiles ?? {}),
    profilesWithoutKey: Object.keys(context.profilesWithoutKey ?? {}),
  };
}

/** All contexts, the built-in one first. */
export function listContextEntries(settings: SavedSettings): readonly ContextEntry[] {
  return listContextNames(settings).map((name) =>
    toContextEntry(settings, name, settings.contexts[name] ?? {}),
  );
}

export const CONTEXT_COLUMNS: readonly Column<ContextEntry>[] = [
  { ...pickMember('name', 'context'), role: 'name', drop: 0 },
  { ...pickMember('isDefault', 'default'), show: ({ isDefault }) => (isDefault ? 'yes' : ''), drop: 1 },
  {
    ...pickMember('baseUrl', 'address'),
    show: ({ baseUrl, name }) => baseUrl ?? (name === SANDBOX ? 'built in' : ''),
    flexible: true,
  },
  { ...pickMember('apiKey', 'API key'), drop: 2 },
  { ...pickMember('profile', 'profile'), drop: 3 },
  { ...pickMember('plan', 'plan'), drop: 4 },
  { ...pickMember('dialect', 'comment routes'), dataOnly: true },
  { name: 'profiles', title: 'profiles', value: ({ profiles }) => profiles.join(', '), dataOnly: true },
];

/** The lines of one context. */
export function buildContextLines(entry: ContextEntry): readonly RecordLine[] {
  return [
    { name: 'name', title: 'context', value: entry.name },
    { name: 'isDefault', title: 'default', value: entry.isDefault },
    { name: 'baseUrl', title: 'address', value: entry.baseUrl },
    { name: 'apiKey', title: 'API key', value: entry.apiKey },
    { name: 'xApiKey', title: 'X API key', value: entry.xApiKey },
    { name: 'xApiSecret', title: 'X API secret', value: entry.xApiSecret },
    { name: 'webhookSecret', title: 'webhook secret', value: entry.webhookSecret },
    { name: 'plan', title: 'plan', value: entry.plan },
    { name: 'dialect', title: 'comment routes', value: entry.dialect },
    { name: 'profile', title: 'profile', value: entry.profile },
    { name: 'profiles', title: 'saved profiles', value: entry.profiles.join(', ') },
    ...(entry.profilesWithoutKey.length === 0
      ? []
      : [
          {
            name: 'profilesWithoutKey',
            title: 'without key',
            value: entry.profilesWithoutKey.join(', '),
          },
        ]),
  ];
}
