import type { LooseRecord } from '../../../domain/json/loose-record.ts';
import type { AutomationFlags } from '../read-automation-input.ts';

/** A dedup window for all existing actions, and the other flags. */
export interface DedupWindowSplit {
  readonly minutes: number;
  readonly rest: AutomationFlags;
}

/** Splits off the dedup window if no given action could have it; null otherwise. */
export function splitDedupWindow(flags: AutomationFlags): DedupWindowSplit | null {
  const { dedupWindowMinutes: minutes, dm, webhook, email, action, file } = flags;
  const givesActions = dm.length > 0 || webhook || email !== undefined || action.length > 0;
  if (minutes === undefined || givesActions || file !== undefined) return null;
  return { minutes, rest: { ...flags, dedupWindowMinutes: undefined } };
}

/** Adds existing actions with another dedup window to an update. */
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
