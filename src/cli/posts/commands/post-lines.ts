import { getField } from '../../../domain/json/loose-record.ts';
import { getLegName } from '../../render/failed-entry.ts';
import type { RecordLine } from '../../render/view.ts';
import type { PostEntry } from '../post-entry.ts';

/** Builds the lines of a post, with the ids of its copies. */
export function buildPostLines(post: PostEntry): readonly RecordLine[] {
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
      ...formatNetworks(platforms),
    },
    ...(postIds ?? []).map(({ platform, id }) => ({
      name: `postIds.${platform}`,
      title: `id on ${getLegName(platform ?? null)}`,
      value: id ?? null,
    })),
    ...(errors ?? []).map((error) => ({
      name: `errors.${getField(error, 'platform')}`,
      title: `refused by ${getLegName(String(getField(error, 'platform')))}`,
      value: `${getField(error, 'code')}: ${getField(error, 'message')}`,
    })),
    { name: 'notes', title: 'notes', value: post.notes ?? null },
  ];
}

function formatNetworks(platforms: readonly string[] | null | undefined) {
  return platforms && { shown: platforms.map(getLegName).join(', ') };
}
