import { isRecord, type LooseRecord } from '../../../../domain/json/loose-record.ts';
import { Platform } from '../../../../service/platforms.ts';
import { ALL_NETWORKS, PostBody } from '../../../../service/post-body.ts';
import type { PostRecord } from '../../../../service/posts.ts';
import type { ValuePath } from '../../../framework/input/files/parsed-text.ts';
import type { FileEntry } from '../../../framework/input/files/records-file.ts';
import { findChoice, toLetters } from '../../../framework/input/flags/flags.ts';
import { FLAG_NAMES } from '../misspelled-fields.ts';
import { toFilePost } from './export-posts.ts';

function findField(name: string): string {
  const bare = toLetters(name);
  return Object.hasOwn(FLAG_NAMES, bare) ? (FLAG_NAMES[bare] ?? name) : name;
}

/** Fields of crier's own lists and exports, about a post that exists: no part of a new one. */
export const FIELDS_OF_EXISTING: readonly string[] = [
  'id',
  'status',
  'type',
  'created',
  'postIds',
  'errors',
  'urls',
  'autoRepostId',
  'profileTitle',
  'refId',
];

/** With what only documents of posts have. */
const OF_EXISTING: ReadonlySet<string> = new Set([...FIELDS_OF_EXISTING, 'request', 'meta', 'commentsByDay']);

export interface WrittenPost extends FileEntry {
  /** The id of the post that crier printed or exported; null for a post that a person wrote. */
  readonly existing: string | null;
  /** Whether a command that shows posts printed it, unlike an export, whose posts are created once they are deleted. */
  readonly isCopy: boolean;
  /** Its fields that are not sent. */
  readonly ignored: readonly string[];
}

/**
 * Reads a record as people write it: fields may have the names of the flags, null is as absent, and what crier printed of
 * a post is a new post with the same content.
 */
export function readWrittenPost({ value, placeOf }: FileEntry): WrittenPost {
  if (!isRecord(value)) return { value, placeOf, existing: null, isCopy: false, ignored: [] };
  const isOwn = typeof value['id'] === 'string' && typeof value['status'] === 'string';
  const isCopy = isOwn && Object.hasOwn(value, 'created');
  const names = new Map<string, string>();
  const content = isOwn
    ? { ...takeContent(value), ...(isCopy && HELD_BACK.has(String(value['status'])) && APPROVED_FIRST) }
    : value;
  const body = Object.entries(content).flatMap(([name, member]) => {
    if (member === null) return [];
    const field = findField(name);
    const isTaken = field !== name && (content[field] !== undefined || names.has(field));
    if (isTaken) return [[name, member] as const];
    if (field !== name) names.set(field, name);
    return [[field, readMember(field, member)] as const];
  });
  return {
    value: Object.fromEntries(body),
    placeOf: (path, part) => placeOf(toWrittenPath(path, names), part),
    existing: isOwn ? String(value['id']) : null,
    isCopy,
    ignored: isCopy ? Object.keys(value).filter((name) => OF_EXISTING.has(name) && !UNNAMED.has(name)) : [],
  };
}

/** Statuses of posts that are not published by themselves; their copies are not either. */
const HELD_BACK: ReadonlySet<string> = new Set(['awaiting approval', 'paused']);
const APPROVED_FIRST = { requiresApproval: true };

/** Parts of documents, which are no fields of a post. */
const UNNAMED: ReadonlySet<string> = new Set(['meta', 'request']);

function takeContent(record: LooseRecord): LooseRecord {
  const content = isRecord(record['request']) ? toFilePost(record as PostRecord) : record; // printed by crier
  return Object.fromEntries(Object.entries(content).filter(([name]) => !OF_EXISTING.has(name)));
}

function toWrittenPath([first, ...rest]: ValuePath, names: ReadonlyMap<string, string>): ValuePath {
  return first === undefined ? [] : [names.get(String(first)) ?? first, ...rest];
}

const NETWORKS: readonly string[] = [...Platform.options, ALL_NETWORKS];

/** Networks are taken in any case and by their shown names, as in flags and tables; a comment may be its text. */
function readMember(field: string, member: unknown): unknown {
  if (field === 'firstComment' && typeof member === 'string') return { comment: member };
  if (field === 'mediaUrls' && typeof member === 'string') return splitAddresses(member);
  if (field !== 'platforms') return member;
  const names = typeof member === 'string' ? member.split(/[;,]/).map((name) => name.trim()) : member;
  if (!Array.isArray(names)) return member;
  return names.map((name: unknown) =>
    typeof name === 'string' ? (findChoice(name, NETWORKS) ?? name) : name,
  );
}

/** Splits addresses at blanks, and at commas and semicolons between them: inside of an address they belong to it. */
export function splitAddresses(text: string): readonly string[] {
  return text.split(/\s+|[;,](?=\s|$|https?:)/i).filter((url) => url !== '');
}

/** Whether a time is one that the service accepts, unlike words. */
export function isExactTime(value: unknown): boolean {
  return PostBody.shape.scheduleDate.safeParse(value).success;
}
