import type { ControlAnswer } from '../../../service/control/control.ts';
import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import type { AutomationRecord } from '../../../service/endpoints/automation.ts';
import type { PrintedCommands } from '../../shell/printed-commands.ts';
import type { SandboxFacts } from './sandbox-facts.ts';

/** What is known about a row. */
export interface ExplainContext {
  readonly row: ActivityRow;
  /** Id of the automation, as given. */
  readonly id: string;
  /** The current automation; null if deleted. */
  readonly automation: AutomationRecord | null;
  /** Earlier rows of the same person, newest first. */
  readonly earlier: readonly ActivityRow[];
  /** The service's time in milliseconds since 1970. */
  readonly now: number;
  /** The current URL of the webhook for automations; null if there is none, or if it is not needed. */
  readonly webhook: string | null;
  readonly commands: PrintedCommands;
  /** Null if the service is not the local sandbox. */
  readonly sandbox: SandboxRow | null;
}

/** What the sandbox knows about the row. */
export interface SandboxRow extends Pick<SandboxFacts, 'account' | 'plan' | 'isServed' | 'allowed'> {
  readonly dms: Pick<SandboxFacts['dms'], 'perDay' | 'perHour'>;
  /** Injected faults of DMs that are still pending. */
  readonly faults: readonly Pick<SandboxFacts['faults'][number], 'code'>[];
  /** What it waits for, and until when; null if it is complete. */
  readonly waiting: ControlAnswer<'findActivity'>['waiting'][number] | null;
  /** Requests to callbacks for its DMs. */
  readonly callbacks: readonly Omit<ControlAnswer<'findActivity'>['callbacks'][number], 'id'>[];
  /** Rows of other automations for the same event. */
  readonly competingRows: readonly CompetingRow[];
  /** Handle of the person; null if unknown. */
  readonly handle: string | null;
}

/** Another automation with its row for the same event. */
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
