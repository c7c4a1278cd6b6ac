import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SECOND_MS } from '../../../src/service/durations.ts';
import { chooser } from '../chooser.ts';
import { lookAt, readAftermath } from './aftermath.ts';
import type { History, SecretSince } from './history.ts';
import { type KilledSandbox, killedSandbox, ROUND_MS, SCHEDULE_MS, SECRETS } from './killed-sandbox.ts';
import { type HistoryLine, readHistory, writeLine } from './read-history.ts';
import { type HistoryReceiver, openReceiver } from './receiver.ts';
import { kill, type Life, startWorker, type WorkerProgram } from './workers.ts';

/** How many work on one file at a time. */
const WORKERS = 3;
/** What a machine's clock is advanced by, so that nothing has to wait: after it all is due again. */
const RECOVERY_MS = 10_000;
const PARTS = 20;

interface Rounds {
  /** How many processes are killed. */
  readonly kills: number;
  readonly life: Life;
  /** The most people that do something in one go. */
  readonly atOnce: number;
  readonly program: WorkerProgram;
  /** Of what is chosen; what the machine makes of it is another thing each time. */
  readonly seed: string;
}

/**
 * Has processes work on one sandbox, kills each at a random moment, and looks after each round what is there. Webhooks
 * and callbacks go to a receiver that fails by a plan, and that is not killed.
 *
 * @param folder where the file and the notes go
 */
export async function killRounds(folder: string, rounds: Rounds): Promise<History> {
  const { kills, seed } = rounds;
  const file = join(folder, 'sandbox.db');
  const receiver = await openReceiver({ seed, secrets: SECRETS });
  const sandbox = killedSandbox(file, receiver);
  const windows = await sandbox.prepare();
  const logs = Array.from({ length: kills }, (_, life) => join(folder, `${life}.log`));
  const database = new DatabaseSync(file, { timeout: 5_000 });
  const notes: string[] = [];
  const secrets = await killAll({ ...rounds, file, receiver, sandbox, logs, database }, (line) =>
    notes.push(writeLine(line)),
  );
  await sandbox.advance(SCHEDULE_MS, RECOVERY_MS);
  receiver.close();
  const texts = [...logs.map((log) => readFileSync(log, 'utf8')), notes.join('')];
  const known = { windows, secrets, heard: receiver.heard };
  const history = readHistory(texts, readAftermath(database, known));
  database.close();
  return history;
}

interface Killing extends Rounds {
  readonly file: string;
  readonly receiver: HistoryReceiver;
  readonly sandbox: KilledSandbox;
  /** Where each of them writes down what it does. */
  readonly logs: readonly string[];
  readonly database: DatabaseSync;
}

/** @returns the secrets that signed, from when on each */
async function killAll(
  { kills, life, atOnce, program, seed, file, receiver, sandbox, logs, database }: Killing,
  note: (line: HistoryLine) => void,
): Promise<readonly SecretSince[]> {
  const choose = chooser(seed);
  const start = (log: string) =>
    startWorker(program, [file, log, `${seed} ${choose(1e9)}`, String(atOnce), receiver.allowed.join()]);
  const startFrom = (begun: number) => Promise.all(logs.slice(begun, begun + WORKERS).map(start));
  const secrets: SecretSince[] = [{ name: 'first', since: 0 }];
  let next = startFrom(0);
  try {
    for (let begun = 0; begun < kills; begun += WORKERS) {
      const workers = await next;
      await Promise.all(
        workers.map(async (worker, place) => {
          await kill(worker, { life, choose });
          note({ killed: begun + place });
          note({ integrity: integrityOf(database) });
        }),
      );
      // They get ready meanwhile, and do nothing.
      next = startFrom(begun + WORKERS);
      const now = await sandbox.advance(ROUND_MS, RECOVERY_MS);
      const looking = { now, sinceRestartMs: RECOVERY_MS, part: begun / WORKERS, parts: PARTS };
      note({ look: lookAt(database, looking) });
      if (secrets.length === 1 && begun >= kills / 2) {
        secrets.push({ name: 'second', since: (await sandbox.changeSecret(RECOVERY_MS)) / SECOND_MS });
      }
    }
  } finally {
    for (const worker of await next) worker.kill('SIGKILL');
  }
  return secrets;
}

function integrityOf(database: DatabaseSync): string {
  const rows = database.prepare('pragma integrity_check').all();
  return rows.map((row) => Object.values(row).join()).join('; ');
}
