import { getField } from '../../../domain/json/loose-record.ts';
import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import { POST_OPTIONS } from '../../../service/post-options.ts';
import type { PromptChoice } from '../../prompts/prompts.ts';
import { askOptionsFile } from './ask-options-file.ts';
import { findSharedFault } from './draft-faults.ts';
import { listChosenNetworks } from './list-chosen-networks.ts';
import { getPart } from './own-part.ts';
import type { AskPart, PostDraft, PostWizardContext } from './post-draft.ts';

/** A part that few posts have; asked for only on request. */
interface Extra {
  /** Current value; empty without one. */
  value(draft: PostDraft): string;
  /** Without punctuation. */
  readonly label: string;
  isFor(networks: readonly Platform[]): boolean;
  readonly ask: AskPart;
}

const EXTRAS: readonly Extra[] = [
  {
    label: 'First comment',
    value: ({ firstComment }) => firstComment?.comment ?? '',
    isFor: (networks) => networks.some((platform) => PLATFORMS[platform].comments.create),
    ask: askOrRemove('firstComment', askComment),
  },
  {
    label: 'Notes (private)',
    value: ({ notes = '' }) => notes,
    isFor: () => true,
    ask: askOrRemove('notes', askNotes),
  },
  buildVisibilityExtra('youtube', 'youTubeOptions'),
  buildVisibilityExtra('tiktok', 'tikTokOptions'),
  { label: 'Network options from a file', value: () => '', isFor: () => true, ask: askOptionsFile },
];

/** Asks for further parts until the user is done. */
export async function askExtras(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  const enough: PromptChoice<AskPart | null> = { value: null, label: 'No, continue' };
  for (let known = draft; ; ) {
    const ask = await wizard.prompts.choose<AskPart | null>({
      message: 'Anything else?',
      choices: [enough, ...listExtraChoices(known, wizard)],
    });
    if (ask === null) return known;
    known = await ask(known, wizard);
  }
}

/** Lists the parts that can be added or changed. */
export function listExtraChoices(
  draft: PostDraft,
  wizard: PostWizardContext,
): readonly PromptChoice<AskPart>[] {
  const networks = listChosenNetworks(draft, wizard);
  return EXTRAS.filter(({ isFor }) => isFor(networks)).map(({ label, value, ask }) => {
    const [line = ''] = value(draft).split('\n', 1);
    return { value: ask, label: line === '' ? label : `${label}: ${line}` };
  });
}

async function askComment(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  const withComment = (comment: string) => ({
    ...draft,
    firstComment: { ...draft.firstComment, comment },
  });
  const before = draft.firstComment?.comment;
  const comment = await wizard.prompts.longText({
    message: 'What does the first comment say?',
    ...(before !== undefined && { suggestion: before }),
    check: (typed) =>
      typed === '' ? 'must not be blank' : findSharedFault(withComment(typed), 'firstComment', wizard),
  });
  return withComment(comment);
}

async function askNotes(draft: PostDraft, { prompts }: PostWizardContext): Promise<PostDraft> {
  const { notes: before } = draft;
  const notes = await prompts.text({
    message: 'What do you want to note?',
    ...(before !== undefined && { suggestion: before }),
    check: (typed) => (typed === '' ? 'must not be blank' : null),
  });
  return { ...draft, notes };
}

/** Asks for the part, or whether to edit or remove an existing one. */
function askOrRemove(member: 'firstComment' | 'notes', ask: AskPart): AskPart {
  return async (draft, wizard) => {
    if (draft[member] === undefined) return ask(draft, wizard);
    const { [member]: _before, ...others } = draft;
    const what = await wizard.prompts.choose<AskPart>({
      message: 'What do you want to do with it?',
      choices: [
        { value: ask, label: 'Edit it' },
        { value: async () => others, label: 'Remove it' },
        { value: async () => draft, label: 'Keep it' },
      ],
    });
    return what(draft, wizard);
  };
}

type VisibilityOptions = 'youTubeOptions' | 'tikTokOptions';

function buildVisibilityExtra(platform: Platform, options: VisibilityOptions): Extra {
  const { name } = PLATFORMS[platform];
  const known: readonly string[] = POST_OPTIONS[options].unwrap().shape.visibility.unwrap().options;
  return {
    label: `Who can see it on ${name}`,
    value: (draft) => String(getField(getPart(draft, platform).options, 'visibility') ?? ''),
    isFor: (networks) => networks.includes(platform),
    async ask(draft, { prompts }) {
      const { visibility: _before, ...others } = draft[options] ?? {};
      const visibility = await prompts.choose<string | null>({
        message: `Who can see it on ${name}?`,
        choices: [
          ...known.map((value) => ({ value, label: value })),
          { value: null, label: 'The default of the account' },
        ],
      });
      return { ...draft, [options]: { ...others, ...(visibility !== null && { visibility }) } };
    },
  };
}
