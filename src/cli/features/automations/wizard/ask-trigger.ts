import { readKeywords } from '../../../../domain/automations/automation-entries.ts';
import { quoteKeyword, splitKeywords } from '../../../../domain/automations/typed-keywords.ts';
import { isLikelyServicePostId } from '../../../../service/ids.ts';
import { ALL, TRIGGERS, Trigger, type TriggerType } from '../../../../service/triggers.ts';
import type { PromptChoice } from '../../../../world.ts';
import { formatRelativeTime } from '../../../framework/output/cell.ts';
import { sanitizeText } from '../../../framework/output/text/sanitize-text.ts';
import { truncate } from '../../../framework/output/text/width.ts';
import type { PostEntry } from '../../posts/read-posts.ts';
import {
  type AskedField,
  askFields,
  buildTextField,
  type EntryContext,
  type EntryOptions,
  findEntryFault,
  suggestBefore,
  type TargetKind,
  type WizardContext,
} from './wizard-context.ts';

const WORDS = {
  post: { message: 'Which post or reel?', all: 'Every post and reel' },
  story: { message: 'Which story?', all: 'Every story' },
} as const;

/** Value of the choice to type an id; no id is empty. */
const TYPED = '';

const STORY = { ...buildTargetField('story', 'storyId'), isOptional: true };
const KEYWORDS = buildKeywordsField(false);

const FIELDS: Readonly<Record<TriggerType, readonly AskedField[]>> = {
  comment_keyword: [buildTargetField('post', 'postId'), KEYWORDS],
  story_reply: [STORY],
  story_comment: [STORY, buildKeywordsField(true)],
  dm_reaction: [buildTextField('triggers', 'emoji', { message: 'Emoji (empty for any):', isOptional: true })],
  dm_keyword: [KEYWORDS],
};

export async function askTrigger(
  type: TriggerType,
  wizard: EntryContext,
  options?: EntryOptions,
): Promise<Trigger> {
  return Trigger.parse(await askFields(FIELDS[type], { type, ...options }, wizard));
}

const LABELS: Readonly<Record<TriggerType, string>> = {
  comment_keyword: 'A comment with a keyword',
  story_reply: 'A reply to a story',
  story_comment: 'A comment on a story',
  dm_keyword: 'A DM with a keyword',
  dm_reaction: 'A reaction to a DM',
};

export const TRIGGER_CHOICES = (Object.keys(LABELS) as TriggerType[]) // the keys of the table above
  .map((type) => ({ value: type, label: LABELS[type], hint: TRIGGERS[type].summary }));

function buildKeywordsField(isOptional: boolean): AskedField {
  const name = 'keywords';
  return {
    name,
    isOptional,
    async ask({ type, before }, { prompts }) {
      const previous = readKeywords(before)
        .map((keyword = '') => quoteKeyword(keyword))
        .join(', ');
      const answer = await prompts.text({
        message: `Keywords, separated by commas${isOptional ? ' (empty for any comment)' : ''}:`,
        ...(previous !== '' && { suggestion: previous }),
        check(typed) {
          const keywords = parseKeywords(typed);
          return isOptional && keywords.length === 0
            ? null
            : findEntryFault('triggers', { type, keywords }, name);
        },
      });
      const keywords = parseKeywords(answer);
      return keywords.length === 0 ? null : keywords;
    },
  };
}

const parseKeywords = (typed: string) => splitKeywords(typed.trim()).filter((keyword) => keyword !== '');

/** A post or story: all of them, one of the account's, or any other by its id. */
function buildTargetField(place: TargetKind, name: string): AskedField {
  const { message, all } = WORDS[place];
  const every: PromptChoice<string> = { value: ALL, label: all, hint: 'including future ones' };
  return {
    name,
    async ask({ type, before }, wizard) {
      const own = await wizard.findPosts(place);
      const choices = [every, ...own.flatMap((post) => toPostChoices(post, wizard.now()))];
      const { suggestion: current } = suggestBefore(before, name);
      const other: PromptChoice<string> = { value: current ?? ALL, label: `The ${place} ${current}` };
      const kept = choices.find(({ value }) => value === current) ?? other;
      const chosen = await wizard.prompts.choose({
        message,
        isSearched: true,
        choices: [
          ...(current === undefined ? [] : [{ ...kept, label: `Keep: ${kept.label}` }]),
          ...choices.filter(({ value }) => value !== current),
          { value: TYPED, label: 'Another one, by id', hint: 'one that is not in this list' },
        ],
      });
      if (chosen !== TYPED) return chosen;
      const check = (id: string) => findEntryFault('triggers', { type, [name]: id }, name);
      return askId(place, check, wizard);
    },
  };
}

/** Asks for an id until there is such a post, or the user confirms it. */
async function askId(
  place: TargetKind,
  check: (id: string) => string | null,
  { prompts, findPosts, networkId }: WizardContext,
): Promise<string> {
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

function toPostChoices(post: PostEntry, now: number): readonly PromptChoice<string>[] {
  if (post.id === null) return [];
  const age = formatPostAge(post, now).padEnd(8);
  const label = [age, String(post.type ?? '').padEnd(5), formatPostText(post, SHOWN_CELLS)].join(' ').trim();
  return [{ value: post.id, label, hint: `id ${post.id}` }];
}

/** The text of a post in one line. @param cells maximum width */
export function formatPostText({ post }: PostEntry, cells: number): string {
  return truncate((post ?? '').replaceAll(/\s+/g, ' ').trim(), cells) || 'no text';
}

export function formatPostAge({ created }: PostEntry, now: number): string {
  const ms = created === null ? Number.NaN : Date.parse(created);
  return Number.isNaN(ms) ? '' : formatRelativeTime(ms, now);
}
