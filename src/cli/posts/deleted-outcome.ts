import { CrierError } from '../../errors.ts';
import type { CommandContext } from '../context/context.ts';
import { getLegName } from '../render/failures.ts';
import type { Column, ListView } from '../render/view.ts';
import { isForPrograms } from '../several/change-several.ts';
import { combineFailures, formatErrorsShowAdvice } from '../several/combine-failures.ts';
import type { CommandOutcome, ShownCommand } from '../shell/command.ts';
import type { PrintedCommands } from '../shell/printed-commands.ts';
import type { DeletedResult, DeletionEnd } from './deleted-posts.ts';

/** A row of the table: a copy of a post, or a post without copies. */
interface DeletedRow extends Pick<DeletedResult, 'id' | 'status'> {
  readonly platform: string | null;
  readonly socialId: string | null;
  readonly code: number | null;
  readonly message: string | null;
}

const COLUMNS: readonly Column<DeletedRow>[] = [
  { name: 'id', title: 'id', value: ({ id }) => id, role: 'id', drop: 0 },
  {
    name: 'networks.platform',
    title: 'network',
    value: ({ platform }) => platform,
    role: 'network',
    drop: 1,
  },
  { name: 'status', title: 'status', value: ({ status }) => status, role: 'status', drop: 0 },
  {
    name: 'error.code',
    title: 'code',
    value: ({ code }) => code,
    role: 'dim',
    align: 'right',
    drop: 2,
  },
  { name: 'networks.id', title: 'id there', value: ({ socialId }) => socialId, dataOnly: true },
  { name: 'error.message', title: 'why', value: ({ message }) => message, dataOnly: true },
];

/** Options of the result. */
interface DeletedOptions extends Pick<CommandContext, 'printing'> {
  /** Past participle: `deleted` or `marked`. */
  readonly done: string;
  readonly printed: PrintedCommands;
  /** The networks are simulated, so commands can delete there. */
  readonly isSandbox: boolean;
  readonly empty: string;
}

/** Builds the result of deletions, network by network; partial if some networks kept a copy. */
export function buildDeletedOutcome(
  all: readonly DeletionEnd[],
  { done, printed, printing, isSandbox, empty }: DeletedOptions,
): CommandOutcome {
  const failure = findFailure(all, done);
  const isAnyDone = all.some((end) => end.failure === null || end.failure.kind === 'partial');
  // on failure stdout stays empty, except for programs, which get the same document for one id and for several
  const isShown = failure === null || isAnyDone || isForPrograms(printing);
  const results = all.map(({ result }) => result);
  return {
    view: isShown ? buildList(results, { done, empty }) : null,
    commands: results.flatMap((result) => buildMarkCommands(result, { printed, isSandbox })),
    ...(failure !== null && { failure }),
  };
}

function findFailure(all: readonly DeletionEnd[], done: string): CrierError | null {
  const [only, ...others] = all;
  if (only?.failure == null || others.length > 0)
    return combineFailures(all, { done, remainder: `the others are ${done}` });
  const { failure } = only;
  if (failure.kind !== 'partial') return failure;
  const advice = `${formatErrorsShowAdvice(failure.facts.errors ?? [])}it was deleted on the others`;
  return new CrierError('partial', `the post is ${failure.message}`, { ...failure.facts, advice });
}

function buildList(
  results: readonly DeletedResult[],
  { done, empty }: Pick<DeletedOptions, 'done' | 'empty'>,
): ListView<unknown> {
  return {
    kind: 'list',
    document: { results },
    key: 'results',
    rows: results.flatMap((result) => toRows(result, done)),
    columns: COLUMNS as readonly Column<unknown>[], // of the rows above
    record: (row) => results.find(({ id }) => id === (row as DeletedRow).id),
    empty,
  };
}

function toRows({ id, status, networks, error }: DeletedResult, done: string): readonly DeletedRow[] {
  if (networks.length === 0) {
    const why = { code: error?.code ?? null, message: error?.message ?? null };
    return [{ id, status, platform: null, socialId: null, ...why }];
  }
  return networks.map((copy) => ({
    id,
    status: copy.error === null ? done : copy.status,
    platform: copy.platform,
    socialId: copy.id,
    code: copy.error?.code ?? null,
    message: copy.error?.message ?? null,
  }));
}

const NOT_OFFERED = 1415;

/** Where the service cannot delete, the user can. @see docs/service/posts.md#update */
function buildMarkCommands(
  { id, networks }: DeletedResult,
  { printed, isSandbox }: Pick<DeletedOptions, 'printed' | 'isSandbox'>,
): readonly ShownCommand[] {
  const kept = networks.filter(({ error }) => error?.code === NOT_OFFERED);
  if (kept.length === 0) return [];
  const names = kept.map(({ platform }) => getLegName(platform ?? null)).join(', ');
  const byHand = kept.flatMap(({ platform }) =>
    platform == null
      ? []
      : [
          {
            lead: `to delete it on ${getLegName(platform)}`,
            line: printed.sandbox`post delete ${id} --network ${platform}`,
          },
        ],
  );
  const lead = `after you have deleted it on ${names} yourself, mark it as deleted`;
  return [...(isSandbox ? byHand : []), { lead, line: printed.change`posts delete ${id} --mark-deleted` }];
}
