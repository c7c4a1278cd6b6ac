import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Action } from '../../../src/facts/actions.ts';
import { LIMITS } from '../../../src/facts/limits.ts';
import { openSandbox, type Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { type Choose, chooser } from '../chooser.ts';
import { control } from '../control.ts';
import { ANY_TRIGGER, DM, HOOK, MAIL } from '../engaged-sandbox.ts';
import { askSandbox } from '../small-sandbox.ts';
import { readAftermath, seenRows } from './aftermath.ts';
import type { WorkerOrder } from './engine-worker.ts';
import type { History } from './history.ts';
import { type HistoryLine, readHistory, writeLine } from './read-history.ts';

const WORKER = join(import.meta.dirname, 'engine-worker.ts');
/** How many work on one file at a time. */
const WORKERS = 3;
/** So many are killed soon. */
const EARLY_ONE_IN = 6;
/** What a machine's clock is moved on by, so that nobody has to wait: after it all is to be done again. */
const RECOVERY_MS = 10_000;
const PARTS = 20;
const NO_LIMIT = 1_000_000_000;

interface Rounds {
  /** How many processes are killed. */
  readonly kills: number;
  /** The longest life of one after it did its first, in milliseconds. */
  readonly lifeMs: number;
  /** The most people that do something in one go. */
  readonly atOnce: number;
  /** Of what is chosen; what the machine makes of it is another thing each time. */
  readonly seed: string;
}

/**
 * Has processes work on one sandbox, kills each at a random moment, and looks after each round what is there.
 *
 * @param folder where the file and the notes go
 */
export async function killRounds(folder: string, { kills, lifeMs, atOnce, seed }: Rounds): Promise<History> {
  const file = join(folder, 'sandbox.db');
  const windows = await prepare(file);
  const choose = chooser(seed);
  const start = (log: string) => startWorker(folder, [file, log, `${seed} ${choose(1e9)}`, String(atOnce)]);
  await warmUp(start(join(folder, 'first.log')));
  const database = new DatabaseSync(file, { timeout: 5_000 });
  const notes: string[] = [];
  const note = (line: HistoryLine) => notes.push(writeLine(line));
  const logs = Array.from({ length: kills }, (_, life) => join(folder, `${life}.log`));
  for (let begun = 0; begun < kills; begun += WORKERS) {
    const workers = await Promise.all(logs.slice(begun, begun + WORKERS).map(start));
    await Promise.all(
      workers.map(async (worker, place) => {
        await kill(worker, { lifeMs, choose });
        note({ killed: begun + place });
        note({ integrity: integrityOf(database) });
      }),
    );
    const now = await recover(file, RECOVERY_MS);
    const rows = seenRows(database, { now, part: begun / WORKERS, parts: PARTS });
    note({ look: { sinceRestartMs: RECOVERY_MS, rows } });
  }
  const texts = [...logs.map((log) => readFileSync(log, 'utf8')), notes.join('')];
  const history = readHistory(texts, readAftermath(database, windows));
  database.close();
  return history;
}

async function startWorker(folder: string, words: readonly string[]): Promise<ChildProcess> {
  const worker = fork(WORKER, words, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Most of a short life would be spent on compiling.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
  });
  await once(worker, 'message');
  return worker;
}

const tell = (worker: ChildProcess, order: WorkerOrder) => worker.send(order);

/** One that goes by itself leaves what it compiled to those that will not. */
async function warmUp(starting: Promise<ChildProcess>): Promise<void> {
  const worker = await starting;
  tell(worker, 'leave');
  await once(worker, 'exit');
}

/** Lets it work for a while that it cannot know before, and ends it as the machine would; some before they did anything. */
async function kill(
  worker: ChildProcess,
  { lifeMs, choose }: { readonly lifeMs: number; readonly choose: Choose },
): Promise<void> {
  const works = once(worker, 'message');
  tell(worker, 'work');
  const isEarly = choose(EARLY_ONE_IN) === 0;
  const more = choose(lifeMs);
  if (!isEarly) await works;
  await pause(more);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}

function integrityOf(database: DatabaseSync): string {
  const rows = database.prepare('pragma integrity_check').all();
  return rows.map((row) => Object.values(row).join()).join('; ');
}

/**
 * Somebody comes later, by a clock that is moved on, and runs all that is due.
 *
 * @returns the sandbox's time by then
 */
async function recover(file: string, laterMs: number): Promise<number> {
  const sandbox = await opened(file, laterMs);
  const { body } = await control(sandbox, 'advanceClock', { ms: LIMITS.dispatchJitterMs.max });
  sandbox.close();
  return Date.parse(body.now);
}

const opened = (file: string, laterMs = 0): Promise<Sandbox> =>
  openSandbox({ file, random: randomBytes, clock: { now: () => Date.now() + laterMs } });

/** All kinds of actions, with windows that are over soon, later, and never open. */
const actionsWith = (dm: number, email: number): readonly Action[] => [
  { ...DM, dedupWindowMinutes: dm },
  { ...MAIL, dedupWindowMinutes: email },
  { ...HOOK, dedupWindowMinutes: 0 },
];

/** @returns the window of every action, by its id */
async function prepare(file: string): Promise<Record<string, number>> {
  const sandbox = await opened(file);
  await control(sandbox, 'setClock', { mode: 'set' });
  await control(sandbox, 'setRateLimit', { max: null });
  await control(sandbox, 'setDmLimits', { perDay: NO_LIMIT, perHour: NO_LIMIT });
  const windows: Record<string, number> = {};
  const send = (path: string, body: unknown, as?: string) =>
    askSandbox(sandbox, path, { method: 'POST', body: JSON.stringify(body), ...(as && { as }) });
  await send('/hook/webhook', { action: 'automations', url: 'https://hooks.example/auto' });
  for (const [as, dm, email] of [
    [undefined, 1, 0],
    [undefined, 0, 1],
    ['harbour', 2, 1],
  ] as const) {
    const made = await send('/automations', { triggers: ANY_TRIGGER, actions: actionsWith(dm, email) }, as);
    const { body } = await askSandbox(sandbox, `/automations/${made.body.id}`, as ? { as } : {});
    for (const { id, config } of body.actions) windows[id] = config.dedupWindowMinutes;
  }
  sandbox.close();
  return windows;
}
