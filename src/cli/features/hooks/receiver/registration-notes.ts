import * as z from 'zod';
import { isRunning } from '../../../../receiver/heartbeat.ts';
import type { Inbox } from '../../../../receiver/inbox/inbox.ts';
import type { Uses } from '../../../framework/command/context.ts';

/** What `--register` has registered, by action: noted until it is taken back, which a run that is killed cannot do. */
const NotedRegistrations = z.record(
  z.string(),
  z.object({
    url: z.string(),
    /** What it replaced; null for nothing. */
    former: z.string().nullable(),
    /** Ids of the processes that use it. */
    by: z.array(z.string()),
  }),
);

type NotingInbox = Pick<Inbox, 'readMark' | 'writeMark' | 'listProcesses'>;

async function readNotes(inbox: NotingInbox): Promise<z.infer<typeof NotedRegistrations>> {
  return NotedRegistrations.parse(JSON.parse((await inbox.readMark('registered')) ?? '{}'));
}

interface OwnRegistration {
  action: string;
  url: string;
  /** What is registered now; null for nothing. */
  current: string | null;
  /** Id of this process. */
  process: string;
}

/**
 * Notes what is about to be registered.
 *
 * @returns what to register again at the end, null for nothing: not what a run has left that was killed
 */
export async function noteRegistration(
  inbox: NotingInbox,
  { action, url, current, process }: OwnRegistration,
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
export async function forgetRegistration(
  inbox: NotingInbox,
  { action, process }: Pick<OwnRegistration, 'action' | 'process'>,
  { now, hasEnded }: Uses<{ io: 'now' | 'hasEnded' }>['io'],
): Promise<boolean> {
  const { [action]: known, ...others } = await readNotes(inbox);
  const running = new Set<string>();
  for (const each of await inbox.listProcesses(now()))
    if (each.id !== process && (await isRunning(each, hasEnded))) running.add(each.id);
  const by = known?.by.filter((id) => running.has(id)) ?? [];
  const isUsed = known !== undefined && by.length > 0;
  await inbox.writeMark(
    'registered',
    JSON.stringify(isUsed ? { ...others, [action]: { ...known, by } } : others),
  );
  return isUsed;
}
