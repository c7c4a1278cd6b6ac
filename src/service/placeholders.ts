/**
 * The placeholders of automation texts, and what each resolves to.
 *
 * @see docs/service/automations.md#placeholders, #AUT-12
 * @see docs/service/engine.md#ENG-17, #ENG-18
 */
export const PLACEHOLDERS = {
  recipient_username: 'handle of the person, if the event has it',
  recipient_id: 'Instagram-scoped id of the person',
  recipient_name: 'reserved; always empty',
  sender_username: 'username of the linked Instagram account',
  sender_name: 'display name of the linked Instagram account',
  comment_text: 'text of the comment, DM or story reply',
  comment_id: "the network's id of the comment or message",
  comment_sent_at: 'time of the event (ISO 8601), if known',
  matched_keyword: 'keyword that matched; for dm_reaction, the emoji',
  platform: 'network, such as instagram',
  trigger_type: 'type of the trigger that matched',
} as const;
export type PlaceholderName = keyof typeof PLACEHOLDERS;

/** U-32: two braces, any text without braces, two braces; only exact names are known. A single `{{` is plain text. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** Returns the unknown placeholder names of a text, each once, in order. */
export function findUnknownPlaceholders(text: string): readonly string[] {
  const names = text.matchAll(PLACEHOLDER).map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !Object.hasOwn(PLACEHOLDERS, name));
}
