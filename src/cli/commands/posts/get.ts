import * as z from 'zod';
import { CrierError } from '../../../errors.ts';
import { getPost } from '../../../facts/endpoints/posts.ts';
import { ServicePostId } from '../../../facts/ids.ts';
import { field } from '../../../rules/loose-record.ts';
import { PostEntry, postEntry } from '../../../rules/post-entry.ts';
import { checkId } from '../../check-id.ts';
import { defineCommand } from '../../command.ts';
import { REMOTE } from '../../flags.ts';
import { networkName } from '../../render/cell.ts';
import type { RecordLine } from '../../render/view.ts';

export default defineCommand({
  summary: 'Show one post, and the ids of its copies on the networks',
  description:
    'A post that some networks refused is shown like any other: its status says error, and errors say which and why.',
  examples: ['posts get Sp7kQm2XvLr9TzBd4HnW', 'posts get Bx6hPf2QyLs8TnCv5RkG --json'],
  positional: ['id'],
  flags: [REMOTE],
  input: z.object({ id: ServicePostId.describe('Service Post ID, as `posts list` prints it') }),
  output: PostEntry,
  async run({ id }, { client }) {
    checkId(id);
    const answer = await (await client()).call(getPost, { params: { id } }).catch(explained);
    const post = postEntry(answer.body);
    return { view: { kind: 'record', document: post, lines: linesOf(post) }, raw: answer.bytes };
  },
});

const UNKNOWN_POST = 186;

/** What the catalogue advises is for calls that take a network's own ids too. */
function explained(error: unknown): never {
  if (!(error instanceof CrierError) || error.facts.code !== UNKNOWN_POST) throw error;
  const advice =
    'check the id and --profile: it is a Service Post ID, as "crier posts list" prints it; a network\'s own id is read by "crier comments get <id> --platform <network>"';
  throw new CrierError(error.kind, error.message, { ...error.facts, advice });
}

function linesOf(post: PostEntry): readonly RecordLine[] {
  const { postIds, errors, platforms } = post;
  return [
    { name: 'id', title: 'id', value: post.id },
    { name: 'post', title: 'post', value: post.post },
    { name: 'status', title: 'status', value: post.status ?? null },
    { name: 'type', title: 'type', value: post.type ?? null },
    { name: 'created', title: 'created', value: post.created },
    { name: 'scheduleDate', title: 'scheduled for', value: post.scheduleDate },
    {
      name: 'platforms',
      title: 'networks',
      value: platforms?.join(', ') ?? null,
      ...shownNetworks(platforms),
    },
    ...(postIds ?? []).map(({ platform, id }) => ({
      name: `postIds.${platform}`,
      title: `id on ${networkName(platform ?? '')}`,
      value: id ?? null,
    })),
    ...(errors ?? []).map((error) => ({
      name: `errors.${field(error, 'platform')}`,
      title: `refused by ${networkName(String(field(error, 'platform')))}`,
      value: `${field(error, 'code')}: ${field(error, 'message')}`,
    })),
    { name: 'notes', title: 'notes', value: post.notes ?? null },
  ];
}

function shownNetworks(platforms: readonly string[] | null | undefined) {
  return platforms && { shown: platforms.map(networkName).join(', ') };
}
