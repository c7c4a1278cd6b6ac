import type { ActionType } from '../../../service/actions.ts';
import type { TriggerType } from '../../../service/triggers.ts';
import type { Database } from '../../../storage/open-database.ts';
import { readInBatches } from '../pages.ts';
import type { DispatchEnd } from './dispatches.ts';

/** A stored trigger or action, with its fields as they were sent. */
export interface EntryRecord<Type extends string = string> {
  readonly id: string;
  readonly type: Type;
  readonly config: Readonly<Record<string, unknown>>;
}

/** The editable part of an automation. */
export interface AutomationContent {
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly triggers: readonly EntryRecord<TriggerType>[];
  readonly actions: readonly EntryRecord<ActionType>[];
}

/** An automation. Times are milliseconds since 1970. */
export interface Automation extends AutomationContent {
  readonly id: string;
  readonly profile: number;
  /** The Instagram account that was linked when the automation was created. */
  readonly accountId: string;
  readonly totalSent: number;
  readonly totalFailed: number;
  readonly lastTriggered: number | null;
  readonly lastSent: number | null;
  readonly created: number;
  readonly updated: number;
  /** How often it was paused. @see docs/service/readings.md#U-19 */
  readonly pauseCount: number;
  readonly deleted: number | null;
}

export type AutomationInsert = AutomationContent &
  Pick<Automation, 'id' | 'profile' | 'accountId' | 'created'>;

const AUTOMATION = `select row, id, profile, account_id as accountId, name, description, active, total_sent as totalSent,
  total_failed as totalFailed, last_triggered as lastTriggered, last_sent as lastSent, created, updated, pause_count as pauseCount, deleted,
  triggers_json as triggersJson, actions_json as actionsJson from automations`;

interface AutomationRow extends Omit<Automation, 'active' | 'triggers' | 'actions'> {
  row: number;
  active: 0 | 1;
  triggersJson: string;
  actionsJson: string;
}

/** Of any profile, deleted or not. @throws Error when there is none, which only happens in a damaged store */
export function requireAutomation(database: Database, id: string): Automation {
  const row = database.first<AutomationRow>(`${AUTOMATION} where id = ?`, id);
  if (row === undefined) throw new Error(`the sandbox's data lacks the automation ${id}`);
  return readAutomation(row);
}

/** All automations of an Instagram account, active or paused, in order of creation. */
export function listAutomationsByAccount(database: Database, accountId: string): readonly Automation[] {
  return database
    .all<AutomationRow>(`${AUTOMATION} where account_id = ? and deleted is null order by row`, accountId)
    .map(readAutomation);
}

/** A number that changes with every change of a trigger or of an automation's state. */
export function getAutomationRevision(database: Database): number {
  return database.value<number>('select revision from automation_revision') ?? 0;
}

/** Records that an automation fired. */
export function countTriggered(database: Database, id: string, at: number): void {
  database.run(
    'update automations set last_triggered = max(coalesce(last_triggered, :at), :at) where id = :id',
    { at, id },
  );
}

/** Counts dispatches with the same result in the automation's stats. @see docs/service/automations.md#list */
export function countEnded(
  database: Database,
  id: string,
  { status, completedAt }: DispatchEnd,
  ended: number,
): void {
  if (status === 'sent') {
    database.run(
      'update automations set total_sent = total_sent + :ended, last_sent = :completedAt where id = :id',
      { ended, completedAt, id },
    );
  }
  if (status === 'failed' || status === 'auth_error') {
    database.run('update automations set total_failed = total_failed + ? where id = ?', ended, id);
  }
}

export function findAutomation(database: Database, profile: number, id: string): Automation | undefined {
  const row = database.first<AutomationRow>(
    `${AUTOMATION} where id = :id and profile = :profile and deleted is null`,
    { id, profile },
  );
  return row && readAutomation(row);
}

/** After every time and row. */
const LAST = Number.MAX_SAFE_INTEGER;

const NEWEST = `${AUTOMATION} where profile = ?1 and deleted is null and (created, row) < (?2, ?3)
  order by created desc, row desc limit ?4`;

/** Newest first; at equal times, the last one written first. Read as they are taken. */
export function listProfileAutomations(database: Database, profile: number): IteratorObject<Automation> {
  return readInBatches<AutomationRow>((last, most) =>
    database.all(NEWEST, profile, last?.created ?? LAST, last?.row ?? LAST, most),
  ).map(readAutomation);
}

export function countActiveOfProfile(database: Database, profile: number): number {
  return (
    database.value<number>(
      'select count(*) as active from automations where profile = ? and deleted is null and active = 1',
      profile,
    ) ?? 0
  );
}

export function insertAutomation(database: Database, automation: AutomationInsert): void {
  database.run(
    `insert into automations
           (id, profile, account_id, name, description, active, created, updated, triggers_json, actions_json)
         values (:id, :profile, :accountId, :name, :description, :active, :created, :created, :triggers, :actions)`,
    {
      ...automation,
      active: Number(automation.active),
      triggers: JSON.stringify(automation.triggers),
      actions: JSON.stringify(automation.actions),
    },
  );
}

export function changeAutomation(
  database: Database,
  id: string,
  content: AutomationContent,
  updated: number,
): void {
  database.run(
    `update automations
         set name = :name, description = :description, active = :active, pause_count = pause_count + (active = 1 and :active = 0),
           triggers_json = :triggers, actions_json = :actions, updated = :updated where id = :id`,
    {
      ...content,
      active: Number(content.active),
      triggers: JSON.stringify(content.triggers),
      actions: JSON.stringify(content.actions),
      updated,
      id,
    },
  );
}

/** Keeps the row for its activity; only `get` finds it. */
export function markAutomationDeleted(database: Database, id: string, deleted: number): void {
  database.run('update automations set active = 0, deleted = :deleted, updated = :deleted where id = :id', {
    deleted,
    id,
  });
}

function readAutomation({
  row: _row,
  triggersJson,
  actionsJson,
  active,
  ...automation
}: AutomationRow): Automation {
  return {
    ...automation,
    active: active === 1,
    // written only by `add` and `change`, from the same types
    triggers: JSON.parse(triggersJson) as Automation['triggers'],
    actions: JSON.parse(actionsJson) as Automation['actions'],
  };
}
