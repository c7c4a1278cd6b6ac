import { isRecord } from '../../domain/json/loose-record.ts';
import type { PostBody } from '../../service/post-body.ts';
import type { FlagList } from '../automations/wizard/automation-flags.ts';

/** Fields with their own flag; others use `--set`. */
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

/** Builds the flags of `posts create` for a post, short ones where possible. */
export function buildPostFlags(post: PostBody): FlagList {
  return Object.keys(post).flatMap((name) => (post[name] === undefined ? [] : buildFlagWords(name, post)));
}

function buildFlagWords(name: string, post: PostBody): FlagList {
  const flags = Object.hasOwn(FLAGS, name) ? FLAGS[name as FlagMember](post) : null; // checked with hasOwn
  return flags ?? buildSetFlags(name, post[name]);
}

/** Null if the flag cannot express the value. */
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

/** Sets a field with `--set`, or each member of an option object. */
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

/** Whether a text would not be parsed as JSON. */
function isPlain(value: unknown): value is string {
  if (!isLine(value) || value.trim() !== value || value === '') return false;
  try {
    JSON.parse(value);
    return false;
  } catch {
    return true;
  }
}
