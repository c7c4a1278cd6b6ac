import { ALL } from '../../facts/triggers.ts';
import { isLikelyServicePostId } from '../../rules/is-likely-service-post-id.ts';
import type { PostEntry } from '../../rules/post-entry.ts';
import type { PromptChoice } from '../prompts/prompts.ts';
import { sanitizeText } from '../render/sanitize-text.ts';
import { formatPostAge, formatPostText } from './format-post.ts';
import type { TargetKind, WizardContext } from './wizard-context.ts';

const WORDS = {
  post: { message: 'Which post or reel?', all: 'Every post and reel' },
  story: { message: 'Which story?', all: 'Every story' },
} as const;

/** Taken for an id that is typed: no id is empty. */
const TYPED = '';

/** What is asked about one target. */
interface TargetQuestion {
  readonly place: TargetKind;
  /** The one that it was; it is offered first. */
  readonly before: string | undefined;
  /** What is wrong with an id; null when it is as it must be. */
  check(id: string): string | null;
}

/** Asks for a post or story: all of them, one of the account's own, or any other by its id. */
export async function askTarget(wanted: TargetQuestion, talk: WizardContext): Promise<string> {
  const { place, before } = wanted;
  const { message, all } = WORDS[place];
  const own = await talk.findPosts(place);
  const choices: readonly PromptChoice<string>[] = [
    { value: ALL, label: all, hint: 'also those that are still to come' },
    ...own.flatMap((post) =>
      post.id === null ? [] : [{ value: post.id, ...toPostChoice(post, talk.now()) }],
    ),
  ];
  const was = choices.find(({ value }) => value === before) ?? {
    value: before ?? ALL,
    label: `The ${place} ${before}`,
  };
  const chosen = await talk.prompts.choose({
    message,
    isSearched: true,
    choices: [
      ...(before === undefined ? [] : [{ ...was, label: `As it was: ${was.label}` }]),
      ...choices.filter(({ value }) => value !== before),
      { value: TYPED, label: 'Another one, by its id', hint: 'one that is not in this list' },
    ],
  });
  return chosen === TYPED ? askId(wanted, talk) : chosen;
}

/** Asks for an id until there is such a post, or the person is sure. */
async function askId({ place, check }: TargetQuestion, talk: WizardContext): Promise<string> {
  const { prompts, findPosts, networkId } = talk;
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
    if (own.length === 0) return id; // the list could not be had, or there is nothing to compare with
    const isSure = await prompts.choose({
      message: 'It is not among the latest of the account. Use it anyway?',
      choices: [
        { value: false, label: 'No, another id' },
        { value: true, label: 'Yes, use it', hint: `nothing happens if there is no such ${place}` },
      ],
    });
    if (isSure) return id;
  }
}

/** Enough of a post to know it again. */
const SHOWN_CELLS = 72;

function toPostChoice(post: PostEntry, now: number) {
  const age = formatPostAge(post, now).padEnd(8);
  const label = [age, String(post.type ?? '').padEnd(5), formatPostText(post, SHOWN_CELLS)].join(' ').trim();
  return { label, hint: `id ${post.id}` };
}
