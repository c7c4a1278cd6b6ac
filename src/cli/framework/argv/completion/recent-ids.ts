import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getField, isRecord } from '../../../../domain/json/loose-record.ts';
import { INPUT_LIMITS } from '../../../../storage/input-limits.ts';
import type { World } from '../../../../world.ts';
import { getStateFolder } from '../../settings/paths.ts';
import type { CompletionChoice } from './completion-tree.ts';

/** Ids and titles that were shown lately: posts have short references, the others have none. */
export type RecentKind = 'post' | 'automation' | 'schedule' | 'conversation';

/** Most ids that are offered. */
const MOST_OFFERED = 50;

const ID = /^\w[\w-]{0,63}$/;
/** A title may contain spaces. */
const TITLE = /^\w[\w -]{0,99}$/;
/** Handles may contain dots. */
const CONVERSATION = /^\w[\w.-]{0,99}$/;

const PATTERNS = { post: ID, automation: ID, schedule: TITLE, conversation: CONVERSATION } as const;

const FILES = {
  post: 'references.json',
  automation: 'automations.json',
  schedule: 'schedules.json',
  conversation: 'conversations.json',
} as const;

/**
 * Reads the ids of posts and automations that were shown lately, newest first. They are read as loosely as the settings:
 * what is damaged counts as nothing. `openReferences` and `rememberShown` write them.
 *
 * @param context name of the context whose ids are wanted
 */
export function readRecentIds(
  machine: Pick<World, 'env' | 'homeFolder' | 'platform'>,
  context: string,
  kind: RecentKind,
): readonly CompletionChoice[] {
  const file = join(getStateFolder(machine), FILES[kind]);
  const key = JSON.stringify([context === 'sandbox' ? 'sandbox' : 'service', context, null]);
  const all = readJson(file);
  const own = Array.isArray(all) ? all.find((each) => getField(each, 'service') === key) : undefined;
  const found = kind === 'post' ? listPosts(getField(own, 'references')) : listTexts(getField(own, 'ids'));
  const valid = found.filter(([id]) => PATTERNS[kind].test(id));
  return [...new Map(valid)].slice(0, MOST_OFFERED);
}

function listPosts(references: unknown): readonly CompletionChoice[] {
  const each = (Array.isArray(references) ? references : []).flatMap((reference) => {
    const target = getField(reference, 'target');
    const [id, number, at] = [
      getField(target, 'id'),
      getField(reference, 'number'),
      getField(reference, 'shownAt'),
    ];
    const isPost = isRecord(target) && getField(target, 'kind') === 'post';
    return isPost && typeof id === 'string' && typeof number === 'number' && typeof at === 'number'
      ? [{ id, number, at }]
      : [];
  });
  const sorted = each.toSorted((one, other) => other.at - one.at || one.number - other.number);
  return sorted.map(({ id, number }) => [id, `#${number}`] as const);
}

function listTexts(ids: unknown): readonly CompletionChoice[] {
  return (Array.isArray(ids) ? ids : []).flatMap((id) => (typeof id === 'string' ? [[id, ''] as const] : []));
}

function readJson(file: string): unknown {
  try {
    const found = lstatSync(file);
    if (!found.isFile() || found.size > INPUT_LIMITS.text) return null;
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
