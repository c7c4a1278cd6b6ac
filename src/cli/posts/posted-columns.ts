import type { NetworkError } from '../../service/endpoints/network-error.ts';
import type { Column } from '../render/view.ts';
import { truncate } from '../render/width.ts';
import type { PostedCopy } from './read-post-outcome.ts';

/** Result on one network: its copy, or why there is none. */
export type PostedRow =
  | { readonly copy: PostedCopy; readonly failure: null }
  | { readonly copy: null; readonly failure: NetworkError };

/**
 * Columns for the copies of a new post, followed by the networks that refused it.
 *
 * @param postId Service Post ID, a column for programs
 * @param isWhole no network refused it
 */
export function buildPostedColumns(
  postId: string | null,
  { isWhole }: { readonly isWhole: boolean },
): readonly Column<PostedRow>[] {
  return [
    {
      name: 'platform',
      title: 'network',
      value: ({ copy, failure }) => (copy ?? failure)?.platform ?? null,
      role: 'network',
      drop: 0,
    },
    {
      name: 'status',
      title: 'status',
      value: ({ copy, failure }) => (failure === null ? (copy.status ?? null) : 'error'),
      show: ({ copy }) => (copy?.id === PENDING ? PENDING : (copy?.status ?? 'error')),
      role: 'status',
      drop: 0,
    },
    {
      name: 'errors.code',
      title: 'code',
      value: ({ failure }) => failure?.code ?? null,
      role: 'dim',
      align: 'right',
      drop: 2,
      ...(isWhole && { dataOnly: true }),
    },
    {
      name: 'id',
      title: 'id',
      value: ({ copy }) => copy?.id ?? null,
      role: 'id',
      drop: 1,
    },
    {
      name: 'postUrl',
      title: 'address',
      value: ({ copy }) => copy?.postUrl ?? null,
      show: ({ copy, failure }) =>
        formatAddress(copy) ?? failure?.message ?? (copy?.id === PENDING ? 'not available yet' : ''),
      flexible: true,
      wraps: true,
      drop: 3,
    },
    {
      name: 'warnings',
      title: 'warnings',
      value: ({ copy }) => copy?.warnings ?? [],
      dataOnly: true,
    },
    {
      name: 'errors.message',
      title: 'why',
      value: ({ failure }) => failure?.message ?? null,
      dataOnly: true,
    },
    { name: 'postId', title: 'post id', value: () => postId, dataOnly: true },
  ];
}

/** The id of a copy that the network is still processing. @see docs/service/posts.md#response, #POST-02 */
export const PENDING = 'pending';

const ADDRESS = /^https?:\/\/\S+$/i;
/** Limit for a value that is not a URL. */
const MOST_SHOWN = 40;

/** A URL in full, so that it can be opened; other values shortened, on one line. */
function formatAddress(copy: PostedCopy | null): string | null {
  const url = copy?.postUrl ?? null;
  if (url === null || ADDRESS.test(url)) return url;
  return truncate(url.replaceAll(/\s+/g, ' ').trim(), MOST_SHOWN);
}
