import type { LooseRecord } from '../../rules/loose-record.ts';
import type { AutomationFlags } from './read-automation-input.ts';

/** Minutes of a window that is meant for the actions which an automation has, and the flags without it. */
export interface DedupWindowSplit {
  readonly minutes: number;
  readonly rest: AutomationFlags;
}

/** Splits the window off where nothing that is given has an action that it could belong to; null for any other. */
export function splitDedupWindow(flags: AutomationFlags): DedupWindowSplit | null {
  const { dedupWindowMinutes: minutes, dm, webhook, email, action, file } = flags;
  const givesActions = dm.length > 0 || webhook || email !== undefined || action.length > 0;
  if (minutes === undefined || givesActions || file !== undefined) return null;
  return { minutes, rest: { ...flags, dedupWindowMinutes: undefined } };
}

/** An update that also gives these actions, as they are but for their window. */
export function applyDedupWindow(
  body: unknown,
  minutes: number,
  actions: readonly LooseRecord[],
): LooseRecord {
  return {
    ...Object(body),
    actions: actions.map((action) => ({ ...action, dedupWindowMinutes: minutes })),
  };
}
