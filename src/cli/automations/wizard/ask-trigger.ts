import { readKeywords } from '../../../domain/automations/automation-entries.ts';
import type { LooseRecord } from '../../../domain/json/loose-record.ts';
import { ALL, TRIGGERS, Trigger, type TriggerType } from '../../../service/triggers.ts';
import type { PostEntry } from '../../posts/read-posts.ts';
import type { PromptChoice } from '../../prompts/prompts.ts';
import { sanitizeText } from '../../render/sanitize-text.ts';
import { isLikelyServicePostId } from '../service-post-id.ts';
import { formatPostAge, formatPostText } from './lookups.ts';
import { type EntryOptions, findEntryFault, type TargetKind, type WizardContext } from './wizard-context.ts';

/** Asks for the missing fields of a trigger. */
type TriggerFields = (wanted: Required<EntryOptions>, wizard: WizardContext) => Promise<object>;

const FIELDS: Readonly<Record<TriggerType, TriggerFields>> = {
  comment_keyword: async ({ known, before }, wizard) => ({
    postId:
      known['postId'] ??
      (await askTriggerTarget({ type: 'comment_keyword', field: 'postId', before }, wizard)),
    keywords: known['keywords'] ?? (await askKeywords('comment_keyword', before, wizard)),
  }),
  story_reply: async ({ onlyNeeded, before }, wizard) =>
    onlyNeeded
      ? {}
      : { storyId: await askTriggerTarget({ type: 'story_reply', field: 'storyId', before }, wizard) },
  async story_comment({ onlyNeeded, before }, wizard) {
    if (onlyNeeded) return {};
    const storyId = await askTriggerTarget({ type: 'story_comment', field: 'storyId', before }, wizard);
    const keywords = await askKeywords('story_comment', before, wizard);
    return { storyId, ...(keywords && { keywords }) };
  },
  async dm_reaction({ onlyNeeded, before }, wizard) {
    const emoji = onlyNeeded ? '' : await askEmoji(before, wizard);
    return { ...(emoji !== '' && { emoji }) };
  },
  dm_keyword: async ({ known, before }, wizard) => ({
    keywords: known['keywords'] ?? (await askKeywords('dm_keyword', before, wizard)),
  }),
};

/** Asks for everything about a trigger that is not known; each answer is validated as by the service. */
export async function askTrigger(
  type: TriggerType,
  wizard: WizardContext,
  { known = {}, onlyNeeded = false, before = {} }: EntryOptions = {},
): Promise<Trigger> {
  return Trigger.parse({ type, ...known, ...(await FIELDS[type]({ known, onlyNeeded, before }, wizard)) });
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

function askTriggerTarget({ type, field, before }: TriggerTarget, wizard: WizardContext): Promise<string> {
  const check = (id: string) => findEntryFault('triggers', { type, [field]: id }, field);
  const id = before[field];
  const was = typeof id === 'string' ? id : undefined;
  return askTarget({ place: field === 'postId' ? 'post' : 'story', before: was, check }, wizard);
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

const WORDS = {
  post: { message: 'Which post or reel?', all: 'Every post and reel' },
  story: { message: 'Which story?', all: 'Every story' },
} as const;

/** Value of the choice to type an id; no id is empty. */
const TYPED = '';

/** The question for one target. */
interface TargetQuestion {
  readonly place: TargetKind;
  /** The current target, which is offered first. */
  readonly before: string | undefined;
  /** Describes what is wrong with an id; null when it is valid. */
  check(id: string): string | null;
}

/** Asks for a post or story: all of them, one of the account's, or any other by its id. */
async function askTarget(wanted: TargetQuestion, wizard: WizardContext): Promise<string> {
  const { place, before } = wanted;
  const { message, all } = WORDS[place];
  const own = await wizard.findPosts(place);
  const choices: readonly PromptChoice<string>[] = [
    { value: ALL, label: all, hint: 'including future ones' },
    ...own.flatMap((post) =>
      post.id === null ? [] : [{ value: post.id, ...toPostChoice(post, wizard.now()) }],
    ),
  ];
  const was = choices.find(({ value }) => value === before) ?? {
    value: before ?? ALL,
    label: `The ${place} ${before}`,
  };
  const chosen = await wizard.prompts.choose({
    message,
    isSearched: true,
    choices: [
      ...(before === undefined ? [] : [{ ...was, label: `Keep: ${was.label}` }]),
      ...choices.filter(({ value }) => value !== before),
      { value: TYPED, label: 'Another one, by id', hint: 'one that is not in this list' },
    ],
  });
  return chosen === TYPED ? askId(wanted, wizard) : chosen;
}

/** Asks for an id until there is such a post, or the user confirms it. */
async function askId({ place, check }: TargetQuestion, wizard: WizardContext): Promise<string> {
  const { prompts, findPosts, networkId } = wizard;
  for (;;) {
    const id = await prompts.text({ message: `What is the id of the ${place}?`, check });
    const own = await findPosts(place);
    if (id === ALL || own.some((post) => post.id === id)) return id;
    const onNetwork = isLikelyServicePostId(id) ? await networkId(id) : null;
    if (onNetwork !== null) {
      await prompts.show(({ palette }) => [
        palette.dim(`  Its id on Instagram is ${sanitizeText(onNetwork)}.`),
      ]);
      return onNetwork;
    }
    if (own.length === 0) return id; // the list is not available or empty
    const isSure = await prompts.choose({
      message: 'It is not among the latest posts of the account. Use it anyway?',
      choices: [
        { value: false, label: 'No, another id' },
        {
          value: true,
          label: 'Yes, use it',
          hint: `the automation never fires if there is no such ${place}`,
        },
      ],
    });
    if (isSure) return id;
  }
}

/** Width of a post's text that is enough to recognize it. */
const SHOWN_CELLS = 72;

function toPostChoice(post: PostEntry, now: number) {
  const age = formatPostAge(post, now).padEnd(8);
  const label = [age, String(post.type ?? '').padEnd(5), formatPostText(post, SHOWN_CELLS)].join(' ').trim();
  return { label, hint: `id ${post.id}` };
}
