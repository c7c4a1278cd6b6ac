import { chmodSync, lstatSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as z from 'zod';
import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { CrierError, createUsageError } from '../../errors.ts';
import { CONTROL, type ControlName } from '../../service/control/control.ts';
import { runFileOperation } from '../../storage/explain-file-fault.ts';
import type { Database } from '../../storage/open-database.ts';
import { writeNewFile } from '../../storage/swap-file.ts';
import { checkInput, readBody, readQuery } from '../http/read-input.ts';
import type { SandboxRequest } from '../http/sandbox-request.ts';
import { createInputFailure } from '../http/service-failure.ts';
import { PRUNED_KINDS, type PrunedKind, pruneSlice, type RetentionBound } from '../store/retention.ts';
import type { ControlContext, ControlHandler } from './control-handler.ts';
import { deliveryHandlers, setWebhookSecret } from './deliveries.ts';
import { effectHandlers, findActivity } from './effects.ts';
import { engageHandlers, findEngagements } from './engage.ts';
import { accountHandlers, createNativePost, deleteCopy, mediaHandlers } from './networks.ts';
import { reviewHandlers } from './reviews.ts';
import { clockHandlers, faultHandlers, getSandboxState, settingsHandlers } from './settings.ts';

/**
 * Removes ended rows that are older than asked. Nothing is removed without a request: activity is kept indefinitely.
 *
 * @see docs/service/activity.md#list
 */
const pruneStore: ControlHandler<'prune'> = async (
  { olderThanMs, dryRun },
  { store, clock, storeBytes, compact, sweepFiles },
) => {
  const now = clock.now();
  const bound = { now, before: now - olderThanMs };
  const bytesBefore = storeBytes();
  const removed = await prune(store, bound, dryRun);
  const counts = Object.values(removed);
  const sum = (key: 'rows' | 'bytes') => counts.reduce((total, count) => total + count[key], 0);
  const total = { rows: sum('rows'), bytes: sum('bytes') };
  if (!dryRun && total.rows > 0) {
    compact();
    sweepFiles();
  }
  return {
    before: formatIsoSeconds(bound.before),
    dryRun,
    removed: { ...removed },
    total,
    file: { bytesBefore, bytesAfter: storeBytes() },
  };
};

type PruneResult = Readonly<Record<PrunedKind, { rows: number; bytes: number }>>;

/**
 * Works in small transactions, and yields to the event loop between them.
 *
 * @param isDry only count; remove nothing
 */
async function prune(store: Database, bound: RetentionBound, isDry: boolean): Promise<PruneResult> {
  const counts: [PrunedKind, { rows: number; bytes: number }][] = [];
  for (const kind of PRUNED_KINDS) {
    let count = { rows: 0, bytes: 0 };
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      const slice = store.transaction(() => pruneSlice(store, kind, from, bound, isDry));
      count = { rows: count.rows + slice.rows, bytes: count.bytes + slice.bytes };
      after = slice.next;
      await nextTurn();
    }
    counts.push([kind, count]);
  }
  // Object.fromEntries loses the key type
  return Object.fromEntries(counts) as PruneResult;
}

const getVersion: ControlHandler<'getVersion'> = (_input, { store }) => ({ version: store.readVersion() });

const exportStore: ControlHandler<'exportStore'> = ({ file }, { exportTo }) => {
  runRefusing(() => makePrivate(file));
  runRefusing(() => exportTo(file));
  return { bytes: statSync(file).size };
};

const OWNER_ONLY_FILE = 0o600;

/** The file will contain keys: it is 0600 before anything is written. */
function makePrivate(file: string): void {
  if (writeNewFile(file, new Uint8Array())) return;
  runFileOperation(`cannot write ${file}`, () => {
    const found = lstatSync(file);
    if (!found.isFile()) throw createUsageError(`cannot write ${file}: it is not a plain file`);
    if (found.size > 0) throw createUsageError(`cannot write ${file}: it is not empty`);
    chmodSync(file, OWNER_ONLY_FILE);
  });
}

const importStore: ControlHandler<'importStore'> = async ({ file }, context) => {
  if (context.isServed()) {
    throw createInputFailure(
      'a running server keeps its keys: stop it with "crier sandbox stop", then import',
    );
  }
  return { backup: await awaitRefusing(context.importFrom(file)) };
};

const reset: ControlHandler<'reset'> = async ({ seed }, context) => {
  await awaitRefusing(context.refill(seed));
  return getSandboxState(context);
};

/** An unusable file or a full disk is an error of the caller's input, not an internal fault. */
function runRefusing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toRefusal(error);
  }
}

function awaitRefusing<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw toRefusal(error);
  });
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof CrierError) || error.kind !== 'usage') return error;
  const { advice } = error.facts;
  return createInputFailure(advice ? `${error.message}; ${advice}` : error.message);
}

/** One handler for each control call; a missing one does not compile. */
const HANDLERS: { readonly [N in ControlName]: ControlHandler<N> } = {
  ...accountHandlers,
  ...clockHandlers,
  createNativePost,
  deleteCopy,
  ...deliveryHandlers,
  ...effectHandlers,
  ...engageHandlers,
  ...faultHandlers,
  findActivity,
  findEngagements,
  ...mediaHandlers,
  ...reviewHandlers,
  ...settingsHandlers,
  setWebhookSecret,
  getVersion,
  exportStore,
  importStore,
  prune: pruneStore,
  reset,
};

/**
 * Handles a request of the control interface.
 *
 * @returns null when there is no such route
 * @throws ServiceFailure 101 for invalid input
 */
export async function callControl(request: SandboxRequest, context: ControlContext): Promise<object | null> {
  // Object.keys loses the literal types of the names.
  const names = Object.keys(CONTROL) as ControlName[];
  const name = names.find(
    (each) => CONTROL[each].path === request.url.pathname && CONTROL[each].method === request.method,
  );
  return name === undefined ? null : runHandler(name, request, context);
}

async function runHandler<N extends ControlName>(
  name: N,
  request: SandboxRequest,
  context: ControlContext,
): Promise<object> {
  const { method, input: schema } = CONTROL[name];
  const sent = readBody(request.body) ?? {};
  const input = method === 'GET' ? readQuery(schema, request.url.searchParams) : checkInput(schema, sent);
  // Validated by the schema of this call.
  const answer = await HANDLERS[name](input as z.output<(typeof CONTROL)[N]['input']>, context);
  return { status: 'success', ...answer };
}
