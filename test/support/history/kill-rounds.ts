import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SECOND_MS } from '../../../src/service/durations.ts';
import type { ActivityStatus } from '../../../src/service/endpoints/activity.ts';
import { chooser } from '../terminal/scripted-prompts.ts';
import type {
  Effect,
  History,
  HistoryAttempt,
  HistoryCallback,
  HistoryDelivery,
  HistoryLook,
  HistoryMessage,
  HistoryPost,
  HistoryResult,
  HistoryRow,
  SecretSince,
} from './history.ts';
import { type KilledSandbox, killedSandbox, ROUND_MS, SCHEDULE_MS, SECRETS } from './killed-sandbox.ts';
import { type HistoryLine, type Recovery, readHistory, writeLine } from './read-history.ts';
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
  const history = readHistory(texts, readRecovery(database, known));
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

interface StoredRow {
  readonly row: number;
  readonly id: string;
  readonly automationId: string;
  readonly eventId: string;
  readonly recipientId: string;
  readonly status: ActivityStatus;
}

type StoredResult = HistoryResult & { readonly dispatch: number };

/** A list of the database is a JSON text. */
type StoredPost = Readonly<Record<'id' | 'platforms' | 'copies' | 'refused', string>> & {
  readonly isOpen: number;
};

/** What is known without the file. */
type Known = Pick<Recovery, 'windows' | 'heard' | 'secrets'>;

/** All that there is in a sandbox's file when all is over, read past the program that wrote it. */
function readRecovery(database: DatabaseSync, known: Known): Recovery {
  // Each query names what its type has.
  const all = <Row>(sql: string) => database.prepare(sql).all() as unknown as readonly Row[];
  const results = Map.groupBy(
    all<StoredResult>(`select dispatch, action_id as actionId, type, status, error_details as errorDetails,
        message_source as messageSource, config_json ->> 'message' as template
      from action_results order by dispatch, position`),
    ({ dispatch }) => dispatch,
  );
  const rows = all<StoredRow>(`select dispatches.row, id, automation as automationId, event_id as eventId,
    dispatches.recipient_id as recipientId, status
    from dispatches join engagements on engagements.row = engagement`);
  return {
    ...known,
    rows: rows.map(({ row, ...rest }): HistoryRow => ({ ...rest, results: results.get(row) ?? [] })),
    messages: all<HistoryMessage>('select key, at, text from inbox'),
    emails: all<Effect>('select key, at from outbox'),
    deliveries: all<HistoryDelivery>(`select hook_id as hookId, event_json ->> 'type' as type,
      event_json ->> 'activityId' as activityId, event_json ->> 'actionId' as actionId, state from deliveries`),
    attempts: all<HistoryAttempt>(`select hook_id as hookId, attempt, delivery_id as deliveryId, status, error
      from attempts join deliveries on deliveries.row = delivery order by delivery, attempt`),
    callbacks: all<HistoryCallback>(`select dispatches.id || ':' || action_id as key, callbacks.state, message
      from callbacks join dispatches on dispatches.row = callbacks.dispatch
      join action_results using (dispatch, position)`),
    posts: all<StoredPost>(POSTS).map(
      ({ id, isOpen, ...lists }): HistoryPost => ({
        id,
        isOpen: isOpen === 1,
        platforms: JSON.parse(lists.platforms),
        copies: JSON.parse(lists.copies),
        refused: JSON.parse(lists.refused),
      }),
    ),
  };
}

/** Those that have a body: others were there before. */
const POSTS = `select id, about_json ->> 'platforms' as platforms,
    (select json_group_array(platform) from social_posts where post_id = posts.id) as copies,
    (select json_group_array(value ->> 'platform') from json_each(about_json, '$.errors')) as refused,
    due_at is not null or exists
      (select 1 from social_posts where post_id = posts.id and resolves_at is not null) as isOpen
  from posts where about_json -> 'body' <> 'null'`;

/** Which rows are looked at, and when. */
interface Looking {
  readonly now: number;
  /** How long after the last restart. */
  readonly sinceRestartMs: number;
  /** Of those that have ended, one of this number. */
  readonly part: number;
  readonly parts: number;
}

/** What is to be seen now: the rows that have not ended and a part of the others, and the expected deliveries. */
function lookAt(database: DatabaseSync, { now, sinceRestartMs, part, parts }: Looking): HistoryLook {
  const rows = database.prepare(
    'select id, status, ? - due_at as dueForMs from dispatches where completed_at is null or row % ? = ?',
  );
  const late = database.prepare(
    `select hook_id as hookId from deliveries where state = 'waiting' and due_at <= ?`,
  );
  // The queries name what the types have.
  return {
    sinceRestartMs,
    rows: rows.all(now, parts, part % parts) as unknown as HistoryLook['rows'],
    lateDeliveries: late.all(now - sinceRestartMs).map(({ hookId }) => String(hookId)),
  };
}
