import { isRecord } from '../../domain/json/loose-record.ts';
import { createUsageError } from '../../errors.ts';
import { isRunning } from '../heartbeat.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { waitForStore } from '../wait-for-store.ts';
import type { RunningReceiver } from './run-receiver.ts';
import type { ReceiverWorld } from './world.ts';

export interface ServiceWebhooks {
  /** URLs by action; null if they cannot be read. */
  list(): Promise<ReadonlyMap<string, string> | null>;
  /** @param isOwn registers this receiver, with its secret; otherwise, the profile keeps its secret */
  register(action: string, url: string, isOwn: boolean): Promise<void>;
  unregister(action: string): Promise<void>;
}

/** A webhook at the end of the run that had registered it. */
export interface EndedRegistration {
  readonly action: string;
  /** The URL that it had replaced; null if there was none. */
  readonly former: string | null;
  /** `kept`: another process uses it. `failed`: the service did not restore the former one. */
  readonly result: 'restored' | 'kept' | 'failed';
  readonly error?: unknown;
}

/**
 * Registers a receiver for actions, until `takeBack` is called.
 *
 * @param closing takes it back, also when the signal of the run has aborted
 * @throws CrierError of the service, after what was registered was taken back
 */
export async function registerForRun(
  { inbox, processId: process, log }: RunningReceiver,
  { actions, url }: { actions: readonly string[]; url: string },
  { webhooks, closing }: { webhooks: ServiceWebhooks; closing: ServiceWebhooks },
  world: ReceiverWorld,
) {
  const before = await webhooks.list();
  if (before === null && actions.length > 0)
    throw createUsageError(
      'the current webhooks cannot be read, so that they could not be restored',
      'register them with "crier hooks register"',
    );
  const registered = new Map<string, string | null>();
  /** Unregisters them; a webhook that one of them replaced is registered again. */
  const takeBack = async (): Promise<readonly EndedRegistration[]> => {
    const ended: EndedRegistration[] = [];
    for (const [action, former] of [...registered].toReversed()) {
      // a store that fails does not keep it registered
      const isUsed = await forgetRegistration(inbox, action, process, world).catch(() => false);
      ended.push(isUsed ? { action, former, result: 'kept' } : await restoreWebhook(closing, action, former));
    }
    return ended;
  };
  const waiting = { clock: world.clock, signal: world.signal, onFault: log.addFault };
  try {
    for (const action of new Set(actions)) {
      const current = before?.get(action) ?? null;
      const note = () => noteRegistration(inbox, { action, url, current, process });
      const former = await waitForStore(note, waiting);
      await webhooks.register(action, url, true);
      registered.set(action, former);
    }
  } catch (error) {
    await takeBack();
    throw error;
  }
  return { takeBack };
}

async function restoreWebhook(
  webhooks: ServiceWebhooks,
  action: string,
  former: string | null,
): Promise<EndedRegistration> {
  try {
    await (former === null ? webhooks.unregister(action) : webhooks.register(action, former, false));
    return { action, former, result: 'restored' };
  } catch (error) {
    return { action, former, result: 'failed', error };
  }
}

/** What was registered, by action: noted until it is taken back, which a run that is killed cannot do. */
type NotedRegistrations = Readonly<
  Record<
    string,
    {
      readonly url: string;
      /** What it replaced; null for nothing. */
      readonly former: string | null;
      /** Ids of the processes that use it. */
      readonly by: readonly string[];
    }
  >
>;

async function readNotes(inbox: Inbox): Promise<NotedRegistrations> {
  const notes: unknown = JSON.parse((await inbox.readMark('registered')) ?? '{}');
  if (!isNotedRegistrations(notes))
    throw new Error('the note of registered webhooks in the inbox is damaged');
  return notes;
}

function isNotedRegistrations(notes: unknown): notes is NotedRegistrations {
  if (!isRecord(notes)) return false;
  return Object.values(notes).every(
    (note) =>
      isRecord(note) &&
      typeof note['url'] === 'string' &&
      (note['former'] === null || typeof note['former'] === 'string') &&
      Array.isArray(note['by']) &&
      note['by'].every((id) => typeof id === 'string'),
  );
}

/**
 * Notes what is about to be registered.
 *
 * @param current what is registered now; null for nothing
 * @param process id of this process
 * @returns what to register again at the end, null for nothing: not what a run has left that was killed
 */
async function noteRegistration(
  inbox: Inbox,
  { action, url, current, process }: { action: string; url: string; current: string | null; process: string },
): Promise<string | null> {
  const notes = await readNotes(inbox);
  const known = notes[action];
  const isLeft = known !== undefined && known.url === current;
  const former = isLeft ? known.former : current;
  const by = isLeft && known.url === url ? [...known.by, process] : [process];
  await inbox.writeMark('registered', JSON.stringify({ ...notes, [action]: { url, former, by } }));
  return former;
}

/** Removes this process from the note. @returns whether another process still uses what is registered */
async function forgetRegistration(
  inbox: Inbox,
  action: string,
  process: string,
  { clock, hasEnded }: ReceiverWorld,
): Promise<boolean> {
  const { [action]: known, ...others } = await readNotes(inbox);
  const running = new Set<string>();
  for (const each of await inbox.listProcesses(clock.now()))
    if (each.id !== process && (await isRunning(each, hasEnded))) running.add(each.id);
  const by = known?.by.filter((id) => running.has(id)) ?? [];
  const isUsed = known !== undefined && by.length > 0;
  await inbox.writeMark(
    'registered',
    JSON.stringify(isUsed ? { ...others, [action]: { ...known, by } } : others),
  );
  return isUsed;
}
