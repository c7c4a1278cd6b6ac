import { readKeywords } from '../../../domain/automations/automation-entries.ts';
import type { LooseRecord } from '../../../domain/json/loose-record.ts';
import { TRIGGERS, Trigger, type TriggerType } from '../../../service/triggers.ts';
import { askTarget } from './ask-target.ts';
import { findEntryFault } from './entry-fault.ts';
import type { EntryOptions } from './entry-options.ts';
import type { WizardContext } from './wizard-context.ts';

/** Asks for the missing fields of a trigger. */
type TriggerFields = (wanted: Required<EntryOptions>, talk: WizardContext) => Promise<object>;

const FIELDS: Readonly<Record<TriggerType, TriggerFields>> = {
  comment_keyword: async ({ known, before }, talk) => ({
    postId:
      known['postId'] ?? (await askTriggerTarget({ type: 'comment_keyword', field: 'postId', before }, talk)),
    keywords: known['keywords'] ?? (await askKeywords('comment_keyword', before, talk)),
  }),
  story_reply: async ({ onlyNeeded, before }, talk) =>
    onlyNeeded
      ? {}
      : { storyId: await askTriggerTarget({ type: 'story_reply', field: 'storyId', before }, talk) },
  async story_comment({ onlyNeeded, before }, talk) {
    if (onlyNeeded) return {};
    const storyId = await askTriggerTarget({ type: 'story_comment', field: 'storyId', before }, talk);
    const keywords = await askKeywords('story_comment', before, talk);
    return { storyId, ...(keywords && { keywords }) };
  },
  async dm_reaction({ onlyNeeded, before }, talk) {
    const emoji = onlyNeeded ? '' : await askEmoji(before, talk);
    return { ...(emoji !== '' && { emoji }) };
  },
  dm_keyword: async ({ known, before }, talk) => ({
    keywords: known['keywords'] ?? (await askKeywords('dm_keyword', before, talk)),
  }),
};

/** Asks for everything about a trigger that is not known; each answer is validated as by the service. */
export async function askTrigger(
  type: TriggerType,
  talk: WizardContext,
  { known = {}, onlyNeeded = false, before = {} }: EntryOptions = {},
): Promise<Trigger> {
  return Trigger.parse({ type, ...known, ...(await FIELDS[type]({ known, onlyNeeded, before }, talk)) });
}

const LABELS: Readonly<Record<TriggerType, string>> = {
  comment_keyword: 'A comment with a keyword',
  story_reply: 'A reply to a story',
  story_comment: 'A comment on a story',
  dm_keyword: 'A DM with a keyword',
  dm_reaction: 'A reaction to a DM',
};

/** The trigger types as choices. */
export const TRIGGER_CHOICES = (Object.keys(LABELS) as TriggerType[]) // the keys of the table above
  .map((type) => ({ value: type, label: LABELS[type], hint: TRIGGERS[type].summary }));

interface TriggerTarget {
  readonly type: TriggerType;
  readonly field: 'postId' | 'storyId';
  readonly before: LooseRecord;
}

function askTriggerTarget({ type, field, before }: TriggerTarget, talk: WizardContext): Promise<string> {
  const check = (id: string) => findEntryFault('triggers', { type, [field]: id }, field);
  const id = before[field];
  const was = typeof id === 'string' ? id : undefined;
  return askTarget({ place: field === 'postId' ? 'post' : 'story', before: was, check }, talk);
}

/** Asks for keywords; null for none, where that is allowed. */
async function askKeywords(
  type: TriggerType,
  before: LooseRecord,
  { prompts }: WizardContext,
): Promise<readonly string[] | null> {
  const isOptional = type === 'story_comment';
  const was = readKeywords(before).join(', ');
  const answer = await prompts.text({
    message: `Keywords, separated by commas${isOptional ? ' (empty for any comment)' : ''}:`,
    ...(was !== '' && { suggestion: was }),
    check(typed) {
      const keywords = parseKeywords(typed);
      return isOptional && keywords.length === 0
        ? null
        : findEntryFault('triggers', { type, keywords }, 'keywords');
    },
  });
  const keywords = parseKeywords(answer);
  return keywords.length === 0 ? null : keywords;
}

function parseKeywords(typed: string): readonly string[] {
  return typed
    .split(',')
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== '');
}

function askEmoji({ emoji: before }: LooseRecord, { prompts }: WizardContext): Promise<string> {
  const type = 'dm_reaction';
  return prompts.text({
    message: 'Emoji (empty for any):',
    ...(typeof before === 'string' && { suggestion: before }),
    check: (emoji) => (emoji === '' ? null : findEntryFault('triggers', { type, emoji }, 'emoji')),
  });
}
