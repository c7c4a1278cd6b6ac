import * as z from 'zod';
import { parseBoundedJson } from '../../../domain/json/bounded-json.ts';
import { createUsageError } from '../../../errors.ts';
import { Plan } from '../../../service/plans.ts';
import { CommentPlatform } from '../../../service/platforms.ts';
import { StoredReference } from '../../framework/many/references/open-references.ts';
import { Dialect, SANDBOX, type SavedSettings, SettingName } from '../../framework/settings/settings.ts';
import { SavedReplyTexts } from '../comments/saved-replies.ts';
import { StoredCursor } from '../comments/watch/cursor-file.ts';
import { PausedWork } from '../crisis/pause-record.ts';

const KIND = 'crier handover';
const VERSION = 1;
/** As long as an id can be in a table. */
const LONGEST_ID = 300;
const LONGEST_ADDRESS = 2_000;

const Ids = z.array(z.string().min(1).max(LONGEST_ID));
/** The name of a context, or an address that has none. */
const Service = z.string().min(1).max(LONGEST_ADDRESS);

/** A context, without its keys: what is not named here is not handed over. */
const HandedContext = z.strictObject({
  baseUrl: z.string().max(LONGEST_ADDRESS).optional(),
  plan: Plan.optional(),
  dialect: Dialect.optional(),
  profile: SettingName.optional(),
  profiles: z.record(SettingName, z.strictObject({ refId: z.string().max(LONGEST_ID).optional() })),
});
export type HandedContext = z.infer<typeof HandedContext>;

/** A cursor of "comments watch", and what its id is. */
const HandedWatch = z.strictObject({
  platform: CommentPlatform.nullable(),
  comment: z.boolean(),
  cursor: StoredCursor,
});
export type HandedWatch = z.infer<typeof HandedWatch>;

/** The work of one profile; null is the Primary Profile. */
const HandedProfile = z.strictObject({
  service: Service,
  profile: z.string().max(LONGEST_ID).nullable(),
  done: Ids,
  paused: z.strictObject({ automations: Ids, posts: Ids }),
  /** What "crier pause" stopped; files of earlier versions do not have it. */
  stopped: z.array(PausedWork.omit({ profile: true })).default([]),
  watches: z.array(HandedWatch),
});
export type HandedProfile = z.infer<typeof HandedProfile>;

/** What a colleague needs to continue the work: never a key. */
const HandoverFile = z.strictObject({
  kind: z.literal(KIND),
  version: z.literal(VERSION),
  createdAt: z.string(),
  contexts: z.record(SettingName, HandedContext),
  profiles: z.array(HandedProfile),
  references: z.array(z.strictObject({ service: Service, references: z.array(StoredReference) })),
  /** Files of before there were saved replies have none. */
  replies: SavedReplyTexts.default({}),
});
/** Work of a context comes with its address, so that it is never added to that of another service. */
const CheckedFile = HandoverFile.refine(
  ({ contexts, profiles, references }) =>
    !Object.hasOwn(contexts, SANDBOX) &&
    [...profiles, ...references].every(
      ({ service }) => service === SANDBOX || Object.hasOwn(contexts, service) || URL.canParse(service),
    ),
  { path: ['contexts'] },
);
export type HandoverFile = z.infer<typeof HandoverFile>;

export type HandedWork = Omit<HandoverFile, 'kind' | 'version' | 'createdAt'>;

/**
 * Writes the work as the text of a file.
 *
 * @param secrets everything that must not be in it
 * @param now in milliseconds since 1970
 * @throws CrierError of kind usage when a name or an id contains a key
 */
export function serializeHandover(work: HandedWork, secrets: readonly string[], now: number): string {
  const file: HandoverFile = {
    kind: KIND,
    version: VERSION,
    createdAt: new Date(now).toISOString(),
    ...work,
  };
  const text = `${JSON.stringify(file, null, 1)}\n`;
  const leaked = secrets.some(
    (secret) => secret.length >= SHORTEST_SECRET && text.includes(JSON.stringify(secret).slice(1, -1)),
  );
  if (!leaked) return text;
  throw createUsageError(
    'a key is part of a name, an address, an id or a saved reply that would be handed over, and nothing was written',
    '"crier config edit" shows the settings: rename the context or the profile; "crier replies list" shows the replies',
  );
}

/** A shorter one may be part of any word. */
const SHORTEST_SECRET = 8;

/** The keys of the environment, which belong to no context. */
export function listSecretsOfEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    /^CRIER_.*(?:KEY|SECRET|TOKEN)$/.test(name) && value !== undefined ? [value] : [],
  );
}

/** @throws CrierError of kind usage for a file that is damaged, of another kind, or of a newer version */
export function parseHandover(text: string, name: string): HandoverFile {
  let value: unknown;
  try {
    value = parseBoundedJson(text);
  } catch {
    throw createUsageError(
      `${name} is not a complete handover: it is cut short, or not JSON`,
      'ask for the file again, as "crier handover export" wrote it',
    );
  }
  const parsed = CheckedFile.safeParse(value);
  if (parsed.success) return parsed.data;
  const header = z.looseObject({ kind: z.literal(KIND), version: z.int() }).safeParse(value);
  if (!header.success)
    throw createUsageError(`${name} is not a handover`, '"crier handover export <file>" writes one');
  if (header.data.version > VERSION)
    throw createUsageError(
      `${name} was written by a newer version of crier`,
      'update crier, and import it again',
    );
  const place = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
  throw createUsageError(`${name} is damaged: ${place} is invalid`, 'ask for the file again');
}

/** The address of a context, without the user and the password that it may have. */
function stripUserInfo(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username === '' && url.password === '') return address;
  url.username = '';
  url.password = '';
  return url.href;
}

/** The contexts of the settings as they are handed over. */
export function pickHandedContexts(
  { contexts }: SavedSettings,
  isChosen: (service: string) => boolean,
): Readonly<Record<string, HandedContext>> {
  const chosen = Object.entries(contexts).filter(([name]) => name !== SANDBOX && isChosen(name));
  return Object.fromEntries(
    chosen.map(([name, { baseUrl, plan, dialect, profile, profiles, profilesWithoutKey }]) => {
      const aliases = Object.entries({ ...profilesWithoutKey, ...profiles });
      const handed: HandedContext = {
        ...(baseUrl !== undefined && { baseUrl: stripUserInfo(baseUrl) }),
        ...(plan !== undefined && { plan }),
        ...(dialect !== undefined && { dialect }),
        ...(profile !== undefined && { profile }),
        profiles: Object.fromEntries(
          aliases.map(([alias, { refId }]) => [alias, refId === undefined ? {} : { refId }]),
        ),
      };
      return [name, handed];
    }),
  );
}
