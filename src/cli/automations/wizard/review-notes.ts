import { getField } from '../../../domain/json/loose-record.ts';
import type { NewAutomation } from '../../../service/endpoints/automation.ts';
import { findAutomationWarnings } from '../automation-warnings.ts';
import { describeAction, describeTrigger } from '../describe-entry.ts';
import type { Warning } from '../warning.ts';

/** Lists warnings about an automation, a sentence each. @param more warnings from a comparison with others */
export function listReviewNotes(automation: NewAutomation, more: readonly Warning[]): readonly string[] {
  return [...findAutomationWarnings(automation), ...more].map(({ path, message }) => {
    const subject = describeSubject(automation, path);
    // most messages continue a sentence that starts with the subject
    return /^(is|can|does|holds|has|means) /.test(message)
      ? `${subject} ${message}`
      : `${subject}: ${message}`;
  });
}

/** Describes what a warning is about. */
function describeSubject(automation: NewAutomation, [list, at, name, place]: Warning['path']): string {
  const index = Number(at);
  const trigger = list === 'triggers' ? automation.triggers[index] : undefined;
  const action = list === 'actions' ? automation.actions[index] : undefined;
  const keyword =
    trigger !== undefined && 'keywords' in trigger ? trigger.keywords?.[Number(place)] : undefined;
  if (keyword !== undefined) return `the keyword ${keyword}`;
  if (trigger !== undefined) {
    return name === 'emoji' ? `the emoji ${getField(trigger, name)}` : `"${describeTrigger(trigger)}"`;
  }
  const kind = action === undefined ? null : ACTIONS[action.type];
  if (action === undefined || kind === null) return 'the automation';
  return kind[String(name)] ?? `"${describeAction(action).split('\n', 1)[0]}"`;
}

const ACTIONS: Readonly<Record<NewAutomation['actions'][number]['type'], Readonly<Record<string, string>>>> =
  {
    send_dm: { message: 'the text of the DM' },
    fire_webhook: {},
    send_email: { message: 'the text of the email', subject: 'the subject of the email' },
  };
