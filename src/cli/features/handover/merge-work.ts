import type * as z from 'zod';
import type { IoPort } from '../../framework/command/io.ts';
import { formatPausedKey, openPausedFile, PAUSED_KINDS } from '../../framework/many/paused-by-all.ts';
import {
  isValidReference,
  MOST_REMEMBERED,
  MOST_SERVICES,
  openReferencesFile,
  type StoredReference,
} from '../../framework/many/references/open-references.ts';
import { formatReference } from '../../framework/output/reference.ts';
import { getWatchFolder } from '../../framework/settings/paths.ts';
import type { SavedSettings } from '../../framework/settings/settings.ts';
import { joinServiceKey, type StateFile } from '../../framework/settings/state-file.ts';
import { MOST_MARKED, openDoneFile } from '../comments/done-comments.ts';
import { openSavedReplies, toReplies } from '../comments/saved-replies.ts';
import { readStoredCursor, writeStoredCursor } from '../comments/watch/cursor-file.ts';
import { hashCursorName, nameHandedCursor } from '../comments/watch/cursor-name.ts';
import { getRecordPlace, getWorkKey, openPauseRecord, readPausedWork } from '../crisis/pause-record.ts';
import { getCursorOwner, getRecordAddress } from './collect-work.ts';
import type { HandedProfile, HandedWork } from './handover-file.ts';
import type { createWorkCounter } from './work-rows.ts';

/** Something that is different here: it stays as it is, and that of the file is not taken. */
export interface Conflict {
  /** Null for a saved reply, which all contexts share. */
  readonly context: string | null;
  readonly profile: string | null;
  readonly what: string;
  readonly kept: string;
  readonly handed: string;
}

interface MergeOptions {
  readonly io: Pick<IoPort, 'machine' | 'now'>;
  readonly settings: SavedSettings;
  readonly isDryRun: boolean;
  readonly counter: ReturnType<typeof createWorkCounter>;
}

/**
 * Adds the work of a file to what is remembered on this machine, and counts what is new. Each file is changed at once,
 * so that an import that was interrupted is completed by another one.
 */
export async function mergeWork(
  { profiles, references }: Pick<HandedWork, 'profiles' | 'references'>,
  options: MergeOptions,
): Promise<readonly Conflict[]> {
  const conflicts = [
    ...(await mergeDone(profiles, options)),
    ...(await mergeReferences(references, options)),
    ...profiles.flatMap((each) => mergeWatches(each, options)),
  ];
  await mergePaused(profiles, options);
  mergeStopped(profiles, options);
  return conflicts;
}

/** Adds the saved replies of a file. */
export async function mergeReplies(
  replies: HandedWork['replies'],
  { io, isDryRun }: Pick<MergeOptions, 'io' | 'isDryRun'>,
): Promise<{ added: number; conflicts: readonly Conflict[] }> {
  const { added, refused } = await openSavedReplies(io).merge(toReplies(replies), isDryRun);
  return {
    added,
    conflicts: refused.map(({ reply, kept }) => ({
      context: null,
      profile: null,
      what: `reply ${reply.name}`,
      kept,
      handed: reply.text,
    })),
  };
}

async function edit<Value>(
  file: StateFile<Value>,
  { isDryRun }: MergeOptions,
  change: (before: Value) => Value,
): Promise<void> {
  if (isDryRun) change(file.read());
  else await file.change(change);
}

async function mergeDone(
  profiles: readonly HandedProfile[],
  options: MergeOptions,
): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  await edit(openDoneFile(options.io.machine), options, (before) => {
    const after = { ...before };
    for (const { service, profile, done } of profiles) {
      const key = joinServiceKey(service, profile);
      const own = after[key] ?? [];
      const fresh = listNew(done, own);
      // own marks are the newer ones: those of the file are forgotten first
      const kept = fresh.slice(Math.max(0, fresh.length + own.length - MOST_MARKED));
      options.counter.add(service, profile, { done: kept.length });
      if (kept.length < fresh.length)
        conflicts.push({
          context: service,
          profile,
          what: 'done',
          kept: `the newest ${MOST_MARKED}`,
          handed: `${fresh.length - kept.length} older marks`,
        });
      if (kept.length > 0) after[key] = [...kept, ...own];
    }
    return after;
  });
  return conflicts;
}

async function mergePaused(profiles: readonly HandedProfile[], options: MergeOptions): Promise<void> {
  await edit(openPausedFile(options.io.machine), options, (before) => {
    const after = { ...before };
    for (const { service, profile, paused } of profiles) {
      for (const kind of PAUSED_KINDS) {
        const key = formatPausedKey(kind, joinServiceKey(service, profile));
        const own = after[key] ?? [];
        const fresh = listNew(paused[kind], own);
        options.counter.add(service, profile, { paused: fresh.length });
        if (fresh.length > 0) after[key] = [...own, ...fresh];
      }
    }
    return after;
  });
}

/** What a pause of everything stopped is added to the record of this machine. */
function mergeStopped(profiles: readonly HandedProfile[], options: MergeOptions): void {
  const { io, settings, isDryRun, counter } = options;
  const handed = profiles.filter(({ stopped }) => stopped.length > 0);
  for (const [service, own] of Map.groupBy(handed, (each) => each.service)) {
    const place = getRecordPlace(io.machine, service);
    const address = getRecordAddress(settings, service);
    const known = new Set(readPausedWork(place, address).map((each) => getWorkKey(each.profile, each.work)));
    const record = isDryRun ? null : openPauseRecord(place, { address, now: io.now });
    try {
      for (const { profile, stopped } of own) {
        const fresh = stopped.filter(({ work }) => !known.has(getWorkKey(profile, work)));
        counter.add(service, profile, { paused: fresh.length });
        for (const each of fresh) {
          record?.addPausing({ profile, ...each });
          record?.addPaused({ profile, ...each }, each.work.mark);
        }
      }
    } finally {
      record?.close();
    }
  }
}

function listNew(ids: readonly string[], own: readonly string[]): readonly string[] {
  const known = new Set(own);
  return [...new Set(ids)].filter((id) => !known.has(id));
}

/** A position is used by the next watch of its id, unless this machine has one of its own. */
function mergeWatches(
  { service, profile, watches }: HandedProfile,
  { io: { machine }, settings, isDryRun, counter }: MergeOptions,
): readonly Conflict[] {
  const { folder } = getWatchFolder(machine);
  const owner = getCursorOwner(settings, { service, profile });
  return watches.flatMap(({ cursor, ...ofId }) => {
    const kind = { ...ofId, words: cursor.words };
    const own = owner === null ? null : readStoredCursor(folder, hashCursorName(owner, kind, cursor.id));
    const name = nameHandedCursor(joinServiceKey(service, profile), kind, cursor.id);
    const known = own ?? readStoredCursor(folder, name);
    if (known === null || (own === null && known.lookedAt < cursor.lookedAt)) {
      if (!isDryRun) writeStoredCursor(folder, { name, cursor });
      counter.add(service, profile, { watches: 1 });
      return [];
    }
    const isSame = JSON.stringify(known) === JSON.stringify(cursor);
    const format = ({ lookedAt }: typeof cursor) => new Date(lookedAt).toISOString();
    return isSame
      ? []
      : [
          {
            context: service,
            profile,
            what: `watch ${cursor.id}`,
            kept: format(known),
            handed: format(cursor),
          },
        ];
  });
}

type Numbered = z.infer<typeof StoredReference>;

/** A number that means something here keeps its meaning; an id that has a number here keeps it. */
async function mergeReferences(
  services: HandedWork['references'],
  options: MergeOptions,
): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  const now = options.io.now();
  await edit(openReferencesFile(options.io.machine), options, (before) => {
    let after = before;
    for (const { service, references } of services) {
      const key = joinServiceKey(service, null);
      const own = after.find((each) => each.service === key)?.references ?? [];
      const all = new Map(own.map((each) => [each.number, each]));
      const targets = new Set(own.map(({ target }) => formatTarget(target)));
      for (const each of references.filter((one) => isValidReference(one, now))) {
        if (targets.has(formatTarget(each.target)) || all.size >= MOST_REMEMBERED) continue;
        const { number, target } = each;
        const taken = all.get(number);
        if (taken !== undefined) {
          conflicts.push({
            context: service,
            profile: target.profile,
            what: formatReference(number),
            kept: taken.target.id,
            handed: target.id,
          });
          continue;
        }
        all.set(number, each);
        options.counter.add(service, target.profile, { references: 1 });
      }
      if (all.size === own.length) continue;
      const others = after.filter((each) => each.service !== key).slice(1 - MOST_SERVICES);
      after = [...others, { service: key, references: [...all.values()] }];
    }
    return after;
  });
  return conflicts;
}

function formatTarget({ kind, id, platform, profile }: Numbered['target']): string {
  return JSON.stringify([kind, id, platform ?? null, profile]);
}
