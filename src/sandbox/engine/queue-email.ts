import type { StoredAction } from '../store/action-results.ts';
import { startDedupWindow } from './dedup.ts';
import { type DispatchContext, getEffectKey } from './dispatch-context.ts';
import { fillActionTemplate, TOO_LONG } from './fill-action-template.ts';
import { redactSent } from './redact-sent.ts';

/**
 * Queues an email: status `sent` means no more than that. The caller holds the transaction.
 *
 * @see docs/service/readings.md#U-38
 */
export function queueEmail(context: DispatchContext, action: StoredAction): void {
  const { engine, dispatch, automation, now } = context;
  const { store } = engine;
  const { to, subject, message } = action.config;
  const [head, text] = [fillActionTemplate(context, subject ?? ''), fillActionTemplate(context, message)];
  if (head === null || text === null) {
    const ending = { status: 'failed', errorDetails: TOO_LONG, completedAt: now } as const;
    store.actionResults.change(dispatch.row, action.position, ending);
    return;
  }
  const email = { to: String(to), subject: subject === undefined ? null : toOneLine(head), message: text };
  store.outbox.add({ ...email, key: getEffectKey(dispatch, action), profile: automation.profile, at: now });
  startDedupWindow(context, action);
  store.actionResults.change(dispatch.row, action.position, {
    status: 'sent',
    recorded: redactSent(email),
    completedAt: now,
  });
}

/** Prevents header injection by texts of strangers. @see docs/safety.md#S12 */
function toOneLine(text: string): string {
  return text.replaceAll(/[\r\n\0]+/g, ' ');
}
