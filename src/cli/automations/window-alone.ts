import type { LooseRecord } from '../../rules/loose-record.ts';
import type { WrittenFlags } from './written-automation.ts';

/** Minutes of a window that is meant for the actions which an automation has, and the flags without it. */
export interface WindowAlone {
  readonly minutes: number;
  readonly others: WrittenFlags;
}

/** Splits the window off where nothing that is given has an action that it could belong to; null for any other. */
export function windowAlone(flags: WrittenFlags): WindowAlone | null {
  const { dedupWindowMinutes: minutes, dm, webhook, email, action, file } = flags;
  const givesActions = dm.length > 0 || webhook || email !== undefined || action.length > 0;
  if (minutes === undefined || givesActions || file !== undefined) return null;
  return { minutes, others: { ...flags, dedupWindowMinutes: undefined } };
}

/** An update that also gives these actions, as they are but for their window. */
export function withWindow(body: unknown, minutes: number, actions: readonly LooseRecord[]): LooseRecord {
  return {
    ...Object(body),
    actions: actions.map((action) => ({ ...action, dedupWindowMinutes: minutes })),
  };
}
