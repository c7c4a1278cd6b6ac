import type { WrittenComment } from '../../service/endpoints/written-comment.ts';
import { readFailedLeg, UNNAMED } from '../render/failed-entry.ts';
import type { Column } from '../render/view.ts';

/**
 * Columns of a written comment, one row per network.
 *
 * @param serviceCommentId a column for csv and tsv; undefined if nothing was written
 */
export function buildWrittenColumns(
  serviceCommentId: string | null | undefined,
): readonly Column<WrittenComment>[] {
  if (serviceCommentId === undefined) return COLUMNS;
  const column = { name: 'serviceCommentId', title: 'service comment id', dataOnly: true };
  return [...COLUMNS, { ...column, value: () => serviceCommentId }];
}

const COLUMNS: readonly Column<WrittenComment>[] = [
  {
    name: 'platform',
    title: 'network',
    value: ({ platform }) => platform,
    placeholder: () => UNNAMED,
    role: 'network',
    drop: 0,
  },
  { name: 'status', title: 'status', value: ({ status }) => status, role: 'status', drop: 0 },
  { name: 'commentId', title: 'id', value: ({ commentId }) => commentId, role: 'id', drop: 2 },
  {
    name: 'sourceCommentId',
    title: 'answers',
    value: ({ sourceCommentId }) => sourceCommentId,
    role: 'id',
    dataOnly: true,
  },
  {
    name: 'text',
    title: 'comment',
    value: ({ text }) => text,
    show: ({ text, extra }) => `${text ?? ''}${formatOthers(extra)}`,
    placeholder: ({ error }) => (error === null ? '' : formatReason(error)),
    role: 'text',
    flexible: true,
    drop: 1,
  },
  { name: 'url', title: 'url', value: ({ url }) => url, dataOnly: true },
  {
    name: 'error.code',
    title: 'code',
    value: ({ error }) => error?.code ?? null,
    dataOnly: true,
  },
  { name: 'error.message', title: 'why', value: ({ error }) => error?.message ?? null, dataOnly: true },
  { name: 'extra', title: 'extra', value: ({ extra }) => extra, dataOnly: true },
];

/** If several were deleted on one network, only one is shown. */
function formatOthers({ ids }: WrittenComment['extra']): string {
  return Array.isArray(ids) && ids.length > 1 ? ` (and ${ids.length - 1} more)` : '';
}

function formatReason(error: unknown): string {
  const { code, words } = readFailedLeg(error);
  return [code, words].filter((part) => part !== '').join(', ');
}
