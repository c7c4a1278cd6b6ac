import type { WrittenComment } from '../../../service/endpoints/comment-writes.ts';
import { NOTHING } from '../../framework/output/cell.ts';
import { readFailedLeg, UNNAMED } from '../../framework/output/failures.ts';
import type { Column } from '../../framework/output/view.ts';

/** The result of a write on one network, with what tells apart those of several ids. */
export interface WrittenRow extends WrittenComment {
  readonly requestedId: string;
  readonly serviceCommentId: string | null;
  /** Of a request that failed before a network was asked. */
  readonly isWithoutNetwork?: boolean;
}

const NETWORK_COLUMNS: readonly Column<WrittenRow>[] = [
  {
    name: 'platform',
    title: 'network',
    value: ({ platform }) => platform,
    placeholder: ({ isWithoutNetwork = false }) => (isWithoutNetwork ? NOTHING : UNNAMED),
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
  { name: 'error.code', title: 'code', value: ({ error }) => error?.code ?? null, dataOnly: true },
  { name: 'error.message', title: 'why', value: ({ error }) => error?.message ?? null, dataOnly: true },
  { name: 'extra', title: 'extra', value: ({ extra }) => extra, dataOnly: true },
];

const REQUESTED_ID: Column<WrittenRow> = {
  name: 'requestedId',
  title: 'requested id',
  value: ({ requestedId }) => requestedId,
  role: 'id',
  dataOnly: true,
};

/** Columns of results, one row per network: the same for one id and for several. */
export const WRITTEN_COLUMNS = {
  comment: [
    ...NETWORK_COLUMNS,
    {
      name: 'serviceCommentId',
      title: 'service comment id',
      value: ({ serviceCommentId }: WrittenRow) => serviceCommentId,
      dataOnly: true,
    },
    REQUESTED_ID,
  ],
  deletion: [...NETWORK_COLUMNS, REQUESTED_ID],
};

/** If several were deleted on one network, only one is shown. */
function formatOthers({ ids }: WrittenComment['extra']): string {
  return Array.isArray(ids) && ids.length > 1 ? ` (and ${ids.length - 1} more)` : '';
}

function formatReason(error: unknown): string {
  const { code, words } = readFailedLeg(error);
  return [code, words].filter((part) => part !== '').join(', ');
}
