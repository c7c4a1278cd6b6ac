import * as z from 'zod';
import type { PostFault } from '../../../../domain/posts/post-part.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../../errors.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import {
  findOfflineFaults,
  formatFault,
  type OfflineFaults,
  parsePath,
  refusePost,
} from '../find-offline-faults.ts';
import { type GivenPosts, readGivenPosts } from '../given-posts.ts';
import type { FilePost, PostsFile } from '../post-file.ts';
import { GIVEN_POST_FLAGS } from '../post-flags.ts';
import {
  buildPreviewView,
  PostPreviewDocument,
  type PreviewRecord,
  previewNetworks,
} from '../preview-posts.ts';

export default defineCommand({
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
  flags: [],
  input: z.object({
    ...GIVEN_POST_FLAGS,
  }),
  output: PostPreviewDocument,
  records: 'previews',
  async run({ files, ...flags }, { io }) {
    const given = await readGivenPosts(files, flags, io);
    const { previews, failure } =
      given.files === null ? previewOne(given, io.now()) : previewFiles(given.files, io.now());
    return { view: buildPreviewView(previews), notes: given.notes, ...(failure !== null && { failure }) };
  },
});

/** Previews, and the posts that cannot be previewed. */
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
