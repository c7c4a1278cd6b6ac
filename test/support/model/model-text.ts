import { SENDERS, written } from './promised.ts';
import type { ModelDispatch } from './world.ts';

/**
 * A template, filled in. Of the placeholders only `recipient_id` and a message's `comment_id` are not used in the
 * scenarios: the network makes them up.
 *
 * @see docs/service/automations.md#placeholders
 * @see docs/service/engine.md#M-09, #M-10, #M-12, #M-13
 */
export function modelText(template: string, { automation, event, trigger, keyword }: ModelDispatch): string {
  const sender = SENDERS[automation.profile];
  const values: Readonly<Record<string, string | null>> = {
    recipient_username: event.commentId === null ? null : event.who,
    recipient_name: null,
    sender_username: sender.username,
    sender_name: sender.name,
    comment_text: event.kind === 'reaction' ? null : event.text,
    comment_sent_at: written(event.at),
    matched_keyword: keyword,
    platform: 'instagram',
    trigger_type: trigger.config.type,
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');
}
