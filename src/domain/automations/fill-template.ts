import { PLACEHOLDER, PLACEHOLDERS, type PlaceholderName } from '../../service/actions.ts';
import { ENGAGEMENTS, type Engagement } from '../../service/engagement.ts';
import { AUTOMATION_PLATFORM } from '../../service/platforms.ts';
import { formatIsoSeconds } from '../time/read-timestamp.ts';

export type TemplateValues = Readonly<Partial<Record<PlaceholderName, string | null>>>;

/**
 * Resolves placeholders in one pass: inserted values are not scanned again, whatever braces they contain. A missing
 * or null value becomes an empty text. Unknown placeholders stay unchanged.
 *
 * @see docs/service/automations.md#placeholders
 * @see docs/service/engine.md#ENG-17, #M-09 to #M-13
 * @see docs/safety.md#S11
 */
export function fillTemplate(text: string, values: TemplateValues): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    isPlaceholder(name) ? (values[name] ?? '') : whole,
  );
}

/** Computes the length of a resolved template without building it. */
export function computeFilledLength(text: string, values: TemplateValues): number {
  const placeholders = text.matchAll(PLACEHOLDER);
  return [...placeholders].reduce((length, [whole, name = '']) => {
    return isPlaceholder(name) ? length - whole.length + (values[name]?.length ?? 0) : length;
  }, text.length);
}

function isPlaceholder(name: string): name is PlaceholderName {
  return Object.hasOwn(PLACEHOLDERS, name);
}

/** What a template needs besides the engagement. */
interface TemplateContext {
  /** The linked Instagram account. */
  sender: { username: string | null; name: string | null };
  /** As matched by `matchTrigger`. */
  keyword: string | null;
  triggerType: string;
}

/**
 * Builds the values of all placeholders for an engagement that fired.
 *
 * @see docs/service/automations.md#placeholders
 * @see docs/service/engine.md#ENG-17, #ENG-18, #M-12, #M-13
 */
export function buildTemplateValues(
  engagement: Engagement,
  { sender, keyword, triggerType }: TemplateContext,
): Record<PlaceholderName, string | null> {
  const { kind, from, at } = engagement;
  return {
    recipient_username: ENGAGEMENTS[kind].carriesUsername ? from.username : null,
    recipient_id: from.id,
    recipient_name: null,
    sender_username: sender.username,
    sender_name: sender.name,
    comment_text: kind === 'reaction' ? null : engagement.text,
    comment_id: 'commentId' in engagement ? engagement.commentId : engagement.messageId,
    comment_sent_at: at === null ? null : formatIsoSeconds(at),
    matched_keyword: keyword,
    platform: AUTOMATION_PLATFORM,
    trigger_type: triggerType,
  };
}
