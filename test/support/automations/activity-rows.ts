import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import type { Seed } from '../../../src/sandbox/seed.ts';
import { type Database, openDatabase } from '../../../src/storage/open-database.ts';
import { stoppedClock } from '../clock.ts';
import { openSandboxFile } from '../sandbox/new-sandbox.ts';
import { askSandbox, NOW, type SmallSandbox } from '../small-sandbox.ts';
import { SLIGHT_SEED } from '../small-seed.ts';

/** The result of an action; by default, that of a DM that was sent. */
export interface WrittenAction {
  readonly id?: string;
  readonly type?: string;
  readonly status?: string;
  readonly errorDetails?: string | null;
  readonly messageSource?: string | null;
  readonly sent?: object | null;
  readonly truncated?: boolean;
  readonly completedAt?: number | null;
}

/** A dispatch to be written as the engine would; what is left out is as a comment that was answered has it. */
export interface WrittenDispatch {
  readonly automation: string;
  /** Makes its ids. */
  readonly event: string;
  readonly created: number;
  readonly trigger?: string;
  readonly triggerType?: string;
  readonly kind?: string;
  readonly status?: string;
  readonly errorDetails?: string | null;
  readonly completedAt?: number | null;
  readonly recipient?: { readonly id: string; readonly username: string | null };
  readonly keyword?: string | null;
  readonly text?: string | null;
  readonly emoji?: string | null;
  readonly commentId?: string | null;
  readonly postId?: string | null;
  readonly storyId?: string | null;
  readonly actions?: readonly WrittenAction[];
}

const ACCOUNT = '17841499000000123';
const SECONDS_TO_SEND = 30_000;

/** Writes rows past the engine, so that a test has any it wants. @returns the id of its activity */
function writeDispatch(database: Database, dispatch: WrittenDispatch): string {
  const { automation, event, created, trigger = 'trg_000001', status = 'sent' } = dispatch;
  const {
    recipient = { id: '17841499000000777', username: 'mara' },
    completedAt = created + SECONDS_TO_SEND,
  } = dispatch;
  const id = `${automation}:${trigger}:${event}`;
  database.run(
    `insert into engagements (account_id, event_id, kind, recipient_id, recipient_username, text, emoji, comment_id,
       post_id, story_id, at, received) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    ACCOUNT,
    event,
    dispatch.kind ?? 'comment',
    recipient.id,
    recipient.username,
    dispatch.text ?? null,
    dispatch.emoji ?? null,
    dispatch.commentId ?? null,
    dispatch.postId ?? null,
    dispatch.storyId ?? null,
    created,
    created,
  );
  database.run(
    `insert into dispatches (id, automation, trigger_id, trigger_type, keyword, engagement, recipient_id, status,
       error_details, created, due_at, completed_at, pause_count)
     values (?, ?, ?, ?, ?, (select row from engagements where account_id = ? and event_id = ?), ?, ?, ?, ?, ?, ?, 0)`,
    id,
    automation,
    trigger,
    dispatch.triggerType ?? 'comment_keyword',
    dispatch.keyword ?? null,
    ACCOUNT,
    event,
    recipient.id,
    status,
    dispatch.errorDetails ?? null,
    created,
    created + SECONDS_TO_SEND,
    completedAt,
  );
  for (const [place, action] of (dispatch.actions ?? []).entries()) {
    database.run(
      `insert into action_results (dispatch, position, action_id, type, config_json, status, error_details,
         message_source, sent_json, truncated, completed_at)
       values ((select row from dispatches where id = ?), ?, ?, ?, '{}', ?, ?, ?, ?, ?, ?)`,
      id,
      place,
      action.id ?? `act_00000${place + 1}`,
      action.type ?? 'send_dm',
      action.status ?? 'sent',
      action.errorDetails ?? null,
      action.messageSource ?? null,
      action.sent == null ? null : JSON.stringify(action.sent),
      Number(action.truncated ?? false),
      action.completedAt === undefined ? completedAt : action.completedAt,
    );
  }
  return id;
}

/** A sandbox whose rows a test writes manually. */
export interface ActivitySandbox extends Pick<SmallSandbox, 'ask' | 'clock'> {
  readonly sandbox: Sandbox;
  readonly database: Database;
  write(dispatch: Omit<WrittenDispatch, 'automation'> & { readonly automation?: string }): string;
  /** The automation that rows are of unless they say otherwise. */
  readonly automation: string;
}

/** Opens one in a folder that is gone when the tests are done. @param seed what it holds beside */
export async function activitySandbox(
  makeAutomation: (ask: SmallSandbox['ask']) => Promise<string>,
  seed: Seed = SLIGHT_SEED,
): Promise<ActivitySandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-activity-'));
  const file = join(folder, 'sandbox.db');
  const clock = stoppedClock(NOW);
  const sandbox = await openSandboxFile({ file, clock, random: randomBytes, seed });
  const database = openDatabase(file);
  afterAll(() => {
    database.close();
    sandbox.close();
    rmSync(folder, { recursive: true });
  });
  const ask: SmallSandbox['ask'] = (path, sending) => askSandbox(sandbox, path, sending);
  const automation = await makeAutomation(ask);
  return {
    sandbox,
    database,
    clock,
    ask,
    automation,
    write: (dispatch) => writeDispatch(database, { automation, ...dispatch }),
  };
}
