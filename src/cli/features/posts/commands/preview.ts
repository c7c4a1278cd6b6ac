import * as z from 'zod';
import type { PostFault } from '../../../../domain/posts/post-part.ts';
import { type NetworkPreview, previewPost } from '../../../../domain/posts/preview-post.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { formatCounted } from '../../../../domain/text/text-counts.ts';
import { CrierError } from '../../../../errors.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { PLATFORMS, Platform } from '../../../../service/platforms.ts';
import { PostBody } from '../../../../service/post-body.ts';
import { defineLocalRead } from '../../../framework/command/define-local.ts';
import { type Column, type ListView, listDataColumns, pickMember } from '../../../framework/output/view.ts';
import { CountRecord } from '../count-posts.ts';
import {
  findOfflineFaults,
  formatFault,
  listKnownNetworks,
  type OfflineFaults,
  parsePath,
  refusePost,
} from '../find-offline-faults.ts';
import { type GivenPosts, readGivenPosts } from '../given-posts.ts';
import { type PostMedia, restorePaths } from '../local-media.ts';
import type { FilePost, PostsFile } from '../post-file.ts';
import { GIVEN_POST_FLAGS } from '../post-flags.ts';

const ShownPostRecord = z.strictObject({
  text: z.string(),
  ...CountRecord.shape,
  mediaUrls: z.array(z.string()).describe('in their order'),
  card: z.string().nullable().describe('the link whose page is shown as a card; null for none'),
});

const PreviewRecord = z.strictObject({
  file: z.string().nullable().describe('null for a post from flags'),
  line: z.int().min(1).nullable(),
  post: z.int().min(1).nullable().describe('position in the file; null without a file'),
  platform: Platform,
  title: z.string().nullable(),
  posts: z
    .array(ShownPostRecord)
    .describe(`one, or those of a thread; none if it would have more than ${LIMITS.threadPosts}`),
  firstComment: z.string().nullable(),
  changes: z.array(z.string()).describe('what the service changes in the text'),
  warnings: z.array(z.string()).describe('what has no effect, or is suspicious'),
  errors: z.array(z.string()).describe('why the network would refuse it'),
});
type PreviewRecord = z.infer<typeof PreviewRecord>;

const PostPreviewDocument = z.strictObject({
  previews: z.array(PreviewRecord).describe('one for each post and network, in their order'),
});

/** Where a post is; all null for one from flags. */
interface PostPlace {
  file: string | null;
  line: number | null;
  post: number | null;
}

/** Previews a post on each of its networks. @param body valid by its schema */
function previewNetworks(
  body: unknown,
  faults: OfflineFaults,
  { place, media }: { place: PostPlace; media: PostMedia | null },
): readonly PreviewRecord[] {
  const parsed = PostBody.parse(body);
  const shown = media === null ? parsed : restorePaths(parsed, media);
  return listKnownNetworks(parsed).map((platform) =>
    toRecord(previewPost(shown, platform), place, {
      warnings: listMessages(faults.warnings, platform),
      errors: listMessages(faults.refused, platform),
    }),
  );
}

/** Includes what concerns the whole post. */
function listMessages(faults: readonly PostFault[], platform: Platform): string[] {
  return faults
    .filter((fault) => fault.platform === platform || fault.platform === null)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
}

function toRecord(
  { platform, title, posts, firstComment, changes }: NetworkPreview,
  place: PostPlace,
  found: { warnings: string[]; errors: string[] },
): PreviewRecord {
  const shown = posts.map((post) => ({ ...post, mediaUrls: [...post.mediaUrls] }));
  return { ...place, platform, title, posts: shown, firstComment, changes: [...changes], ...found };
}

function buildPreviewView(previews: readonly PreviewRecord[]): ListView<unknown> {
  const isOne = new Set(previews.map(({ file, post }) => `${file}:${post}`)).size <= 1;
  const columns: readonly Column<PreviewRecord>[] = [
    { ...pickMember('file', 'file'), dataOnly: true },
    {
      name: 'post',
      title: '#',
      align: 'right',
      value: ({ post }) => post,
      ...(isOne ? { dataOnly: true } : { drop: 0 }),
    },
    { ...pickMember('platform', 'network'), role: 'network', drop: 0 },
    {
      name: 'count',
      title: 'count',
      value: ({ posts }) => posts.map(({ count }) => count),
      show: showCount,
      drop: 0,
    },
    {
      ...pickMember('posts', 'shown'),
      show: (preview) => drawPreview(preview).join('\n'),
      flexible: true,
      wraps: true,
    },
    ...listDataColumns<PreviewRecord>({
      line: 'line',
      title: 'title',
      firstComment: 'first comment',
      changes: 'changes',
      warnings: 'warnings',
      errors: 'errors',
    }),
  ];
  return {
    kind: 'list',
    document: { previews },
    key: 'previews',
    rows: previews,
    columns,
    empty: 'no network to preview',
  };
}

function showCount({ posts }: PreviewRecord): string {
  const [only, second] = posts;
  if (only === undefined) return `over ${formatCount(LIMITS.threadPosts, 'post')}`;
  return second !== undefined ? formatCount(posts.length, 'post') : formatCounted(only);
}

/** The lines of a preview: the text as it is cut, and, behind a dot, what is shown beside it. */
function drawPreview(preview: PreviewRecord): readonly string[] {
  const { title, posts, firstComment, changes, warnings, errors } = preview;
  const isThread = posts.length > 1;
  return [
    ...(title === null ? [] : [`· title: ${title}`]),
    ...posts.flatMap((post, at) => [
      ...(isThread ? [`· ${at + 1} of ${posts.length}: ${formatCounted(post)}`] : []),
      post.text === '' ? '(no text)' : post.text,
      ...(post.mediaUrls.length === 0 ? [] : [`· media: ${post.mediaUrls.join(', ')}`]),
      ...(post.card === null ? [] : [`· card of ${post.card}`]),
    ]),
    ...(firstComment === null ? [] : [`· first comment: ${firstComment}`]),
    ...changes.map((words) => `· ${words}`),
    ...warnings.map((words) => `· warning: ${words}`),
    ...errors.map((words) => `· ${PLATFORMS[preview.platform].name} would refuse it: ${words}`),
  ];
}

export default defineLocalRead({
  summary: 'Preview what each network will show of a post',
  description: `
Takes the same flags and files as "posts check", and sends nothing. For each network it shows the text, cut into the posts
of a thread where there is one, with the length as that network counts it; the media in their order; the link whose page
becomes a card; and what is shortened, has no effect or would be refused. What only the service knows is not shown: which
accounts are linked, and which hashtags it adds. "posts check" exits 11 for a post that would be refused; this does not.`,
  examples: [
    'posts preview --platform twitter,bluesky --text "New on the blog: https://kestrellane.example/huila"',
    `posts preview --platform threads --thread --set 'post="The kettle, slowly.\\n\\nThe press, four minutes."'`,
    'posts preview --platform instagram --media https://kestrellane.example/beans.jpg --text "New in" --json',
  ],
  validationCode: 101,
  positional: ['files'],
  input: z.object(GIVEN_POST_FLAGS),
  output: PostPreviewDocument,
  records: 'previews',
  read: ({ files, ...flags }, { io }) => readGivenPosts(files, flags, io),
  show(given, _input, { io }) {
    const { previews, failure } =
      given.files === null ? previewOne(given, io.now()) : previewFiles(given.files, io.now());
    return { view: buildPreviewView(previews), notes: given.notes, ...(failure !== null && { failure }) };
  },
});

interface Previewed {
  previews: readonly PreviewRecord[];
  failure: CrierError | null;
}

const OF_FLAGS = { file: null, line: null, post: null } as const;

/** @throws CrierError of kind usage for what is not a post */
function previewOne({ body, media }: Extract<GivenPosts, { files: null }>, now: number): Previewed {
  const faults = findOfflineFaults(body, now, media);
  refuseUnusable(faults);
  return { previews: previewNetworks(body, faults, { place: OF_FLAGS, media }), failure: null };
}

function refuseUnusable(faults: OfflineFaults): void {
  refusePost({ ...faults, refused: [], warnings: [] }, { layers: [], skipsCheck: false });
}

function previewFiles(files: NonNullable<GivenPosts['files']>, now: number): Previewed {
  const read = files.map((file) => previewFile(file, now));
  const errors = read.flatMap((each) => each.errors);
  const failure = new CrierError('usage', `${formatCount(errors.length, 'error')} in the files`, { errors });
  return {
    previews: read.flatMap(({ previews }) => previews),
    failure: errors.length === 0 ? null : failure,
  };
}

function previewFile({ name, entries, faults }: PostsFile, now: number) {
  const previews: PreviewRecord[] = [];
  const errors = faults.map(({ line, column, words }) => ({
    message: `${name}:${line}:${column}: ${words}`,
  }));
  for (const [at, entry] of entries.entries()) {
    const found = findOfflineFaults(entry.value, now);
    const unusable = [...entry.faults, ...found.unusable];
    errors.push(...unusable.map((fault) => ({ message: locateFault(name, entry, fault) })));
    const place = { file: name, line: entry.placeOf([]).line, post: at + 1 };
    if (found.unusable.length === 0)
      previews.push(...previewNetworks(entry.value, found, { place, media: null }));
  }
  return { previews, errors };
}

function locateFault(name: string, { placeOf }: FilePost, fault: PostFault): string {
  const { line, column } = placeOf(parsePath(fault.path));
  return `${name}:${line}:${column}: ${formatFault(fault, [])}`;
}
