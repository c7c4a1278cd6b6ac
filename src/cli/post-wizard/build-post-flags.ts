import type { PostBody } from '../../facts/post-body.ts';
import { isRecord } from '../../rules/loose-record.ts';
import type { FlagList } from '../wizard/automation-flags.ts';

/** Members that a flag of their own says; the others are said by `--set`. */
type FlagMember =
  | 'post'
  | 'platforms'
  | 'mediaUrls'
  | 'scheduleDate'
  | 'requiresApproval'
  | 'firstComment'
  | 'notes'
  | 'shortenLinks'
  | 'disableComments';

/** The flags of `posts create` that make a post, on one line: short ones where they can say it. */
export function buildPostFlags(post: PostBody): FlagList {
  return Object.keys(post).flatMap((name) => (post[name] === undefined ? [] : buildFlagWords(name, post)));
}

function buildFlagWords(name: string, post: PostBody): FlagList {
  const flags = Object.hasOwn(FLAGS, name) ? FLAGS[name as FlagMember](post) : null; // the table has it
  return flags ?? buildSetFlags(name, post[name]);
}

/** Null where the flag cannot say it. */
const FLAGS: Readonly<Record<FlagMember, (post: PostBody) => FlagList | null>> = {
  platforms: ({ platforms }) => [['--platform', platforms.join(',')]],
  post: ({ post }) => (isLine(post) ? [['--text', post]] : null),
  mediaUrls: ({ mediaUrls }) =>
    Array.isArray(mediaUrls) && mediaUrls.every(isLine) ? mediaUrls.map((url) => ['--media', url]) : null,
  scheduleDate: ({ scheduleDate = '' }) => [['--schedule', scheduleDate]],
  requiresApproval: ({ requiresApproval }) => (requiresApproval === true ? [['--approve-first']] : null),
  firstComment: ({ firstComment: { comment = '', ...more } = {} }) =>
    isLine(comment) && Object.keys(more).length === 0 ? [['--first-comment', comment]] : null,
  notes: ({ notes }) => (isLine(notes) ? [['--notes', notes]] : null),
  shortenLinks: ({ shortenLinks }) => (shortenLinks === true ? [['--shorten-links']] : null),
  disableComments: ({ disableComments }) => (disableComments === true ? [['--disable-comments']] : null),
};

function isLine(value: unknown): value is string {
  return typeof value === 'string' && !/[\n\r]/.test(value);
}

/** A member by its path; one of an option object by its own, where that can be written. */
function buildSetFlags(path: string, value: unknown): FlagList {
  const members = isRecord(value) ? Object.entries(value) : [];
  const isEach =
    path.endsWith('Options') && members.length > 0 && members.every(([name]) => /^\w+$/.test(name));
  if (isEach) return members.flatMap(([name, each]) => buildSetFlag(`${path}.${name}`, each));
  return buildSetFlag(path, value);
}

function buildSetFlag(path: string, value: unknown): FlagList {
  return [['--set', `${path}=${isPlain(value) ? value : JSON.stringify(value)}`]];
}

/** Whether a text would be taken as that, and not as JSON. */
function isPlain(value: unknown): value is string {
  if (!isLine(value) || value.trim() !== value || value === '') return false;
  try {
    JSON.parse(value);
    return false;
  } catch {
    return true;
  }
}
