import type { ActivityRow } from '../../facts/activity.ts';
import type { AutomationRecord } from '../../facts/automation.ts';
import type { ControlAnswer } from '../../facts/control.ts';
import type { PrintedCommands } from '../printed-commands.ts';
import type { SandboxFacts } from './sandbox-facts.ts';

/** What is known about a row that is to be explained. */
export interface ExplainContext {
  readonly row: ActivityRow;
  /** The id that was asked with. */
  readonly id: string;
  /** As it is now; null when it is deleted. */
  readonly automation: AutomationRecord | null;
  /** Older rows of the same person, newest first. */
  readonly earlier: readonly ActivityRow[];
  /** The service's, in milliseconds since 1970. */
  readonly now: number;
  /** Where events of automations go now; null for nowhere, or when it was not looked up. */
  readonly webhook: string | null;
  readonly commands: PrintedCommands;
  /** Null at a service that is not this machine's sandbox. */
  readonly sandbox: SandboxRow | null;
}

/** What the sandbox knows of the row beside. */
export interface SandboxRow extends Pick<SandboxFacts, 'account' | 'plan' | 'isServed' | 'allowed'> {
  readonly dms: Pick<SandboxFacts['dms'], 'perDay' | 'perHour'>;
  /** Failures of DMs that are still to come. */
  readonly faults: readonly Pick<SandboxFacts['faults'][number], 'code'>[];
  /** What it waits for, and until when; null when it has ended. */
  readonly waiting: ControlAnswer<'findActivity'>['waiting'][number] | null;
  /** What its DMs asked for their texts. */
  readonly callbacks: readonly Omit<ControlAnswer<'findActivity'>['callbacks'][number], 'id'>[];
  /** What other automations did about the same event. */
  readonly competingRows: readonly CompetingRow[];
  /** The handle of the person; null when nobody has one with that id. */
  readonly handle: string | null;
}

/** Another automation, and its row of the same event. */
export interface CompetingRow {
  readonly name: string;
  readonly row: ActivityRow;
}

export async function readSandboxRow(side: SandboxFacts, row: ActivityRow): Promise<SandboxRow> {
  const event = row.eventId == null ? null : await side.findEvent(row.eventId);
  const dispatches = (event?.dispatches ?? []).filter(({ id }) => id !== row.id);
  const { activity, waiting, callbacks, names } = await side.findRows([
    row.id,
    ...dispatches.map(({ id }) => id),
  ]);
  const { account, plan, dms, faults, isServed, allowed } = side;
  return {
    account,
    plan,
    dms,
    faults,
    isServed,
    allowed,
    waiting: waiting.find(({ id }) => id === row.id) ?? null,
    callbacks: callbacks.filter(({ id }) => id === row.id),
    competingRows: dispatches.flatMap(({ id, name }) => {
      const other = activity.find((each) => each.id === id);
      return other === undefined ? [] : [{ name, row: other }];
    }),
    handle: names[row.recipientId ?? ''] ?? null,
  };
}
