import type { WrittenComment } from '../../../service/endpoints/comment-writes.ts';
import { NOTHING } from '../../framework/output/cell.ts';
import { readFailedLeg, UNNAMED } from '../../framework/output/failures.ts';
import { type Column, pickMember } from '../../framework/output/view.ts';

/** The result of a write on one network, with what tells apart those of several ids. */
export interface WrittenRow extends WrittenComment {
  readonly requestedId: string;
  readonly serviceCommentId: string | null;
  /** Of a request that failed before a network was asked. */
  readonly isWithoutNetwork?: boolean;
}

const NETWORK_COLUMNS: readonly Column<WrittenRow>[] = [
  {
    ...pickMember('platform', 'network'),
    placeholder: ({ isWithoutNetwork = false }) => (isWithoutNetwork ? NOTHING : UNNAMED),
    role: 'network',
    drop: 0,
  },
  { ...pickMember('status', 'status'), role: 'status', drop: 0 },
  { ...pickMember('commentId', 'id'), role: 'id', drop: 2 },
  { ...pickMember('sourceCommentId', 'answers'), role: 'id', dataOnly: true },
  {
    ...pickMember('text', 'comment'),
    show: ({ text, extra }) => `${text ?? ''}${formatOthers(extra)}`,
    placeholder: ({ error }) => (error === null ? '' : formatReason(error)),
    role: 'text',
    flexible: true,
    drop: 1,
  },
  { ...pickMember('url', 'url'), dataOnly: true },
  { name: 'error.code', title: 'code', value: ({ error }) => error?.code ?? null, dataOnly: true },
  { name: 'error.message', title: 'why', value: ({ error }) => error?.message ?? null, dataOnly: true },
  { ...pickMember('extra', 'extra'), dataOnly: true },
];

const REQUESTED_ID: Column<WrittenRow> = {
  ...pickMember('requestedId', 'requested id'),
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
