import { ALL } from '../../../service/triggers.ts';
import type { PostEntry } from '../../posts/post-entry.ts';
import type { PromptChoice } from '../../prompts/prompts.ts';
import { sanitizeText } from '../../render/sanitize-text.ts';
import { isLikelyServicePostId } from '../service-post-id.ts';
import { formatPostAge, formatPostText } from './lookups.ts';
import type { TargetKind, WizardContext } from './wizard-context.ts';

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
export async function askTarget(wanted: TargetQuestion, talk: WizardContext): Promise<string> {
  const { place, before } = wanted;
  const { message, all } = WORDS[place];
  const own = await talk.findPosts(place);
  const choices: readonly PromptChoice<string>[] = [
    { value: ALL, label: all, hint: 'including future ones' },
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
      ...(before === undefined ? [] : [{ ...was, label: `Keep: ${was.label}` }]),
      ...choices.filter(({ value }) => value !== before),
      { value: TYPED, label: 'Another one, by id', hint: 'one that is not in this list' },
    ],
  });
  return chosen === TYPED ? askId(wanted, talk) : chosen;
}

/** Asks for an id until there is such a post, or the user confirms it. */
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
