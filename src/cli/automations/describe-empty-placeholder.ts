import { getField } from '../../domain/json/loose-record.ts';
import { ENGAGEMENTS } from '../../service/engagement.ts';

/**
 * Describes when a placeholder has no value: `is always empty`, or `is empty for story_reply, dm_reaction and
 * dm_keyword`.
 *
 * @returns null if every trigger provides a value
 * @see docs/service/automations.md#placeholders
 * @see docs/service/engine.md#M-09, #M-13
 */
export function describeEmptyPlaceholder(placeholder: string, triggers: readonly unknown[]): string | null {
  if (placeholder === 'recipient_name') return 'is always empty';
  const isEmpty = Object.hasOwn(EMPTY, placeholder) ? EMPTY[placeholder] : undefined;
  if (isEmpty === undefined) return null;
  const types = new Set(triggers.filter(isEmpty).map((trigger) => String(getField(trigger, 'type'))));
  return types.size === 0 ? null : `is empty for ${joinWithAnd([...types])}`;
}

/** `a`, `a and b`, `a, b and c`. */
function joinWithAnd(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
}

const NAMELESS: ReadonlySet<unknown> = new Set(
  Object.values(ENGAGEMENTS)
    .filter(({ carriesUsername }) => !carriesUsername)
    .map(({ trigger }) => trigger),
);

const EMPTY: Readonly<Record<string, (trigger: unknown) => boolean>> = {
  recipient_username: (trigger) => NAMELESS.has(getField(trigger, 'type')),
  comment_text: (trigger) => getField(trigger, 'type') === 'dm_reaction',
  matched_keyword: (trigger) => {
    const type = getField(trigger, 'type');
    return (
      type === 'story_reply' || (type === 'story_comment' && getField(trigger, 'keywords') === undefined)
    );
  },
};
