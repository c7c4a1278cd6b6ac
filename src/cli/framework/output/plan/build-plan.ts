import { isRecord, type LooseRecord } from '../../../../domain/json/loose-record.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { getNetworkName } from '../cell.ts';
import { stringifySafely } from '../text/sanitize-text.ts';
import type { CellValue, Column, ListView, PageView, PlannedCall } from '../view.ts';

/** What the commands of a noun change, in the singular. */
const NOUNS: Readonly<Record<string, string>> = {
  api: 'request',
  automations: 'automation',
  comments: 'comment',
  feeds: 'feed',
  hooks: 'webhook',
  links: 'short link',
  media: 'file',
  messages: 'message',
  posts: 'post',
  profiles: 'profile',
  reviews: 'review',
  schedule: 'posting schedule',
};

/** Where "would delete 2 posts" is not made of verb and noun. */
const ACTIONS: Readonly<Record<string, readonly [verb: string, noun: string]>> = {
  api: ['send', 'request'],
  'comments reply': ['reply to', 'comment'],
  'reviews reply': ['reply to', 'review'],
  'messages autoresponse': ['set', 'automatic reply'],
  'profiles link': ['create', 'page for linking'],
  'profiles unlink': ['unlink', 'account'],
};

/** `delete 2 posts`. @param path the words of the command */
export function describeAction(path: readonly string[], count: number): string {
  const action = ACTIONS[path.join(' ')];
  const [verb, noun] = action ?? [path.at(-1) ?? 'change', NOUNS[path[0] ?? ''] ?? 'thing'];
  return `${verb} ${formatCount(count, noun)}`;
}

/**
 * Shows the requests of a dry run as a plan for people: what would be done, what is the same in all requests, and a
 * table of what is not.
 *
 * @param path the words of the command
 */
export function buildPlan(
  { document }: PageView,
  { requests, path }: { requests: readonly PlannedCall[]; path: readonly string[] },
): ListView<unknown> {
  const all = requests.map(listFields);
  const names = [...new Set(all.flatMap((fields) => [...fields.keys()]))];
  const isShared = (field: string) =>
    all.every(
      (fields) =>
        fields.has(field) && stringifySafely(fields.get(field)) === stringifySafely(all[0]?.get(field)),
    );
  const shared = names.filter(isShared);
  const own = names.filter((field) => !shared.includes(field));
  return {
    kind: 'list',
    document: { ...document },
    key: 'requests',
    rows: own.length === 0 ? [] : all,
    columns: own.map((field, at) => buildColumn(field, at === own.length - 1 && at > 0)),
    heading: `would ${describeAction(path, requests.length)}; nothing is sent (-v shows the ${requests.length === 1 ? 'request' : 'requests'})`,
    above: shared.map((field) => ({
      name: field,
      title: field,
      value: formatField(field, all[0]?.get(field)),
    })),
    empty: '',
  };
}

type PlannedFields = ReadonlyMap<string, unknown>;

function buildColumn(field: string, flexible: boolean): Column<PlannedFields> {
  return {
    name: field,
    title: field,
    value: (fields) => formatField(field, fields.get(field)),
    role: field === 'id' ? 'id' : 'text',
    flexible,
  };
}

/** Words of paths have neither capitals nor digits. */
const ID = /[A-Z\d]/;

/** The id in the path, and the fields of the body and of the query. */
function listFields({ url, body }: PlannedCall): PlannedFields {
  const { pathname, searchParams } = new URL(url);
  const last = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  const own = Object.entries(isRecord(body) ? body : {});
  return new Map<string, unknown>([
    ...(ID.test(last) ? [['id', last] as const] : []),
    ...own,
    ...searchParams,
  ]);
}

/** What a request sends, in one line, without its networks and ids of requests. */
export function describeRequest(call: PlannedCall): string {
  const fields = [...listFields(call)].filter(([field]) => !UNSAID.includes(field));
  return fields.map(([field, value]) => `${field} ${formatField(field, value) ?? ''}`).join(', ');
}

const UNSAID: readonly string[] = ['platforms', 'platform', 'idempotencyKey', 'searchPlatformId'];

/** `type comment_keyword, postId all, keywords GO` */
function formatMembers(value: LooseRecord): string {
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return members.map(([name, member]) => `${name} ${formatField(name, member)}`).join(', ');
}

function formatField(field: string, value: unknown): CellValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  const isNetworks = field === 'platforms' || field === 'platform';
  const format = (each: unknown) => (isNetworks ? getNetworkName(String(each)) : String(each));
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return value.map(format).join(', ');
  if (Array.isArray(value)) return value.map((each) => formatField('', each) ?? '').join('; ');
  return isRecord(value) ? formatMembers(value) : format(value);
}
