/**
 * The placeholders of automation texts, and what each resolves to.
 *
 * @see docs/service/automations.md#placeholders, #AUT-12
 * @see docs/service/engine.md#ENG-17, #ENG-18
 */
export const PLACEHOLDERS = {
  recipient_username: "the engaging user's handle, when the event carries it",
  recipient_id: "the engaging user's instagram scoped id",
  recipient_name: 'reserved: nothing',
  sender_username: 'the linked instagram username',
  sender_name: 'the linked instagram display name',
  comment_text: 'the text of the comment, DM or story reply that fired',
  comment_id: "the network's id of the comment or message",
  comment_sent_at: 'the time of the event, ISO 8601, when there is one',
  matched_keyword: 'the keyword that matched; for dm_reaction the emoji',
  platform: 'the platform, such as instagram',
  trigger_type: 'the type of the trigger that fired',
} as const;
export type PlaceholderName = keyof typeof PLACEHOLDERS;

/** U-32: two braces, any text without braces, two braces; only exact names are known. A single `{{` is plain text. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** Returns the unknown placeholder names of a text, each once, in order. */
export function findUnknownPlaceholders(text: string): readonly string[] {
  const names = text.matchAll(PLACEHOLDER).map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !Object.hasOwn(PLACEHOLDERS, name));
}
