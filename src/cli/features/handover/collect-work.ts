import * as z from 'zod';
import { tryParseBoundedJson } from '../../../domain/json/bounded-json.ts';
import { CommentPlatform } from '../../../service/platforms.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { formatPausedKey, openPausedFile, PAUSED_KINDS } from '../../framework/many/paused-by-all.ts';
import { isValidReference, openReferencesFile } from '../../framework/many/references/open-references.ts';
import { getWatchFolder } from '../../framework/settings/paths.ts';
import { SANDBOX, type SavedSettings } from '../../framework/settings/settings.ts';
import { joinServiceKey } from '../../framework/settings/state-file.ts';
import { openDoneFile } from '../comments/done-comments.ts';
import { openSavedReplies } from '../comments/saved-replies.ts';
import { type NamedCursor, readStoredCursors } from '../comments/watch/cursor-file.ts';
import {
  hashCursorName,
  nameHandedCursor,
  nameSandboxOwner,
  nameServiceOwner,
} from '../comments/watch/cursor-name.ts';
import { formatRecordAddress, getRecordPlace, readPausedWork } from '../crisis/pause-record.ts';
import {
  type HandedProfile,
  type HandedWatch,
  type HandedWork,
  pickHandedContexts,
} from './handover-file.ts';

/** What is handed over of this machine. */
interface CollectedWork {
  readonly work: HandedWork;
  /** What cannot be handed over, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * Collects the work of all saved contexts and of addresses without one, or of one context. The built-in sandbox is only
 * handed over where it is named: its data is this machine's.
 *
 * @param only the name of the context; null for all
 */
export function collectWork(
  settings: SavedSettings,
  { machine, now }: Pick<IoPort, 'machine' | 'now'>,
  only: string | null,
): CollectedWork {
  const isChosen = (service: string) =>
    only === null
      ? service !== SANDBOX && (Object.hasOwn(settings.contexts, service) || URL.canParse(service))
      : service === only;
  const done = openDoneFile(machine).read();
  const paused = openPausedFile(machine).read();
  const services = [SANDBOX, ...Object.keys(settings.contexts)].filter(isChosen);
  const stopped = services.flatMap((service) =>
    readPausedWork(getRecordPlace(machine, service), getRecordAddress(settings, service)).map((each) => ({
      key: joinServiceKey(service, each.profile),
      ...each,
    })),
  );
  const keys = [...Object.keys(done), ...Object.keys(paused), ...stopped.map(({ key }) => key)];
  const owners = listOwners(settings, keys, isChosen);
  const cursors = readStoredCursors(getWatchFolder(machine));
  const { watches, others } = assignCursors(settings, cursors, owners);
  const profiles = owners.map(({ service, profile }): HandedProfile => {
    const key = joinServiceKey(service, profile);
    const [automations = [], posts = []] = PAUSED_KINDS.map((kind) => paused[formatPausedKey(kind, key)]);
    return {
      service,
      profile,
      done: done[key] ?? [],
      paused: { automations, posts },
      stopped: stopped.flatMap(({ key: owner, profile: _profile, ...each }) => (owner === key ? [each] : [])),
      watches: [...(watches.get(key) ?? [])],
    };
  });
  const references = openReferencesFile(machine)
    .read()
    .flatMap(({ service: key, references: all }) => {
      const service = parseServiceKey(key)?.service;
      const valid = all.filter((each) => isValidReference(each, now()));
      return service === undefined || !isChosen(service) || valid.length === 0
        ? []
        : [{ service, references: valid }];
    });
  const contexts = pickHandedContexts(settings, isChosen);
  // they are for all contexts, and can name other clients
  const replies = only === null ? openSavedReplies({ machine }).list() : [];
  return {
    work: {
      contexts,
      profiles: profiles.filter(hasWork),
      references,
      replies: Object.fromEntries(replies.map(({ name, text }) => [name, text])),
    },
    notes:
      others === 0 || only !== null
        ? []
        : [
            `${others === 1 ? '1 position of "comments watch" is' : `${others} positions of "comments watch" are`} not in the file: of the sandbox, or of a profile that is not saved on this machine`,
          ],
  };
}

/** One profile of a service; null is the Primary Profile. */
interface WorkOwner {
  readonly service: string;
  readonly profile: string | null;
}

const ServiceKey = z.tuple([z.enum(['sandbox', 'service']), z.string(), z.string().nullable()]);

/** The owner that a key of a state file names; the key of what was paused begins with its kind. */
function parseServiceKey(key: string): WorkOwner | null {
  const { data } = ServiceKey.safeParse(tryParseBoundedJson(key.slice(Math.max(0, key.indexOf('[')))));
  return data === undefined ? null : { service: data[1], profile: data[2] };
}

/** All profiles of the chosen services: those of the settings first. */
function listOwners(
  { contexts }: SavedSettings,
  keys: readonly string[],
  isChosen: (service: string) => boolean,
): readonly WorkOwner[] {
  const saved = Object.entries(contexts).flatMap(([service, { profiles, profilesWithoutKey }]) =>
    [null, ...Object.keys({ ...profilesWithoutKey, ...profiles })].map((profile) => ({ service, profile })),
  );
  const stored = keys.map(parseServiceKey).filter((each) => each !== null);
  const builtIn = { service: SANDBOX, profile: null };
  const all = [...saved, ...stored, builtIn].filter(({ service }) => isChosen(service));
  return [...new Map(all.map((each) => [joinServiceKey(each.service, each.profile), each])).values()];
}

/** Whose cursors there are: their names are hashes, so the name of each possible owner is compared. */
function assignCursors(
  settings: SavedSettings,
  cursors: readonly NamedCursor[],
  owners: readonly WorkOwner[],
): { watches: ReadonlyMap<string, readonly HandedWatch[]>; others: number } {
  const watches = new Map<string, HandedWatch[]>();
  let others = 0;
  for (const { name, cursor } of cursors) {
    const found = findCursorOwner(settings, { name, cursor }, owners);
    if (found === null) {
      others += 1;
      continue;
    }
    const { key, kind } = found;
    const before = watches.get(key) ?? [];
    const isSame = (each: HandedWatch) =>
      each.cursor.id === cursor.id &&
      each.platform === kind.platform &&
      each.comment === kind.comment &&
      JSON.stringify(each.cursor.words) === JSON.stringify(cursor.words);
    const known = before.find(isSame);
    // one that was handed over and the own one: the later look counts
    if (known !== undefined && known.cursor.lookedAt >= cursor.lookedAt) continue;
    watches.set(key, [...before.filter((each) => !isSame(each)), { ...kind, cursor }]);
  }
  return { watches, others };
}

/** What an id of a watch can be: a post of the service, or one of a network, or a comment there. */
const WATCHED_KINDS = [
  { platform: null, comment: false },
  ...CommentPlatform.options.flatMap((platform) => [
    { platform, comment: false },
    { platform, comment: true },
  ]),
];

function findCursorOwner(
  settings: SavedSettings,
  { name, cursor: { id, words } }: NamedCursor,
  owners: readonly WorkOwner[],
) {
  for (const owner of owners) {
    const key = joinServiceKey(owner.service, owner.profile);
    const cursorOwner = getCursorOwner(settings, owner);
    for (const kind of WATCHED_KINDS) {
      const isOwn = cursorOwner !== null && hashCursorName(cursorOwner, { ...kind, words }, id) === name;
      if (isOwn || nameHandedCursor(key, { ...kind, words }, id) === name) return { key, kind };
    }
  }
  return null;
}

/** Whose own cursors are the profile's; null where its key is not known. @param settings with decrypted keys */
export function getCursorOwner({ contexts }: SavedSettings, { service, profile }: WorkOwner) {
  if (service === SANDBOX) return nameSandboxOwner(profile);
  const saved = Object.hasOwn(contexts, service) ? contexts[service] : undefined;
  const { baseUrl = service, profiles = {} } = saved ?? {};
  const profileKey = profile === null ? null : profiles[profile]?.profileKey;
  const isKnown = profileKey === null || typeof profileKey === 'string';
  return isKnown && URL.canParse(baseUrl) ? nameServiceOwner(new URL(baseUrl), profileKey) : null;
}

function hasWork({ done, paused, stopped, watches }: HandedProfile): boolean {
  const { automations, posts } = paused;
  return [done, automations, posts, stopped, watches].some(({ length }) => length > 0);
}

/** How the record of a pause names the service of a context. */
export function getRecordAddress({ contexts }: SavedSettings, service: string): string {
  if (service === SANDBOX) return SANDBOX;
  const { baseUrl = service } = (Object.hasOwn(contexts, service) ? contexts[service] : undefined) ?? {};
  return formatRecordAddress(new URL(baseUrl));
}
