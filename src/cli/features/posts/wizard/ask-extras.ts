import { getField } from '../../../../domain/json/loose-record.ts';
import { escapeVariables } from '../../../../domain/text/fill-variables.ts';
import { CrierError } from '../../../../errors.ts';
import { PLATFORMS, type Platform } from '../../../../service/platforms.ts';
import { POST_OPTIONS, PostBody } from '../../../../service/post-body.ts';
import { findUnfilled, unescapeTyped } from '../../../framework/input/files/check-text.ts';
import { drawParagraph } from '../../../framework/terminal/wizard/drawings.ts';
import { buildMenu } from '../../../framework/terminal/wizard/wizard.ts';
import { readPostInput } from '../read-post-input.ts';
import { mergeOptions } from '../series-flags.ts';
import {
  findDraftFaults,
  findSharedFault,
  getPart,
  listChosenNetworks,
  type PostDraft,
  type PostEdit,
  type PostEditChoice,
  type PostWizardContext,
  toPost,
} from './post-draft.ts';

/** A part that few posts have; asked for only on request. */
interface Extra {
  value(draft: PostDraft): string;
  /** Without punctuation. */
  label: string;
  isFor(networks: readonly Platform[]): boolean;
  ask: PostEdit;
}

const EXTRAS: readonly Extra[] = [
  {
    label: 'First comment',
    value: ({ firstComment }) => firstComment?.comment ?? '',
    isFor: (networks) => networks.some((platform) => PLATFORMS[platform].comments?.create),
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

export function listExtraChoices(draft: PostDraft, wizard: PostWizardContext): readonly PostEditChoice[] {
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
    ...(before !== undefined && { suggestion: escapeVariables(before) }),
    check: (typed) =>
      typed === ''
        ? 'must not be blank'
        : (findUnfilled(typed) ?? findSharedFault(withComment(unescapeTyped(typed)), 'firstComment', wizard)),
  });
  return withComment(unescapeTyped(comment));
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
function askOrRemove(member: 'firstComment' | 'notes', ask: PostEdit): PostEdit {
  const edits: readonly PostEditChoice[] = [
    { value: ask, label: 'Edit it' },
    { value: async ({ [member]: _before, ...others }) => others, label: 'Remove it' },
  ];
  const choose = buildMenu('What do you want to do with it?', edits, 'Keep it');
  return (draft, wizard) => (draft[member] === undefined ? ask : choose)(draft, wizard);
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

/** Asks for a file of network options until one is valid, or none is wanted. */
async function askOptionsFile(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  for (;;) {
    const file = await wizard.prompts.text({
      message: 'YAML or JSON file (empty for none):',
      example: 'options.yaml',
      check: (typed) => (typed === '-' ? 'must be a file: standard input is used for your answers' : null),
    });
    if (file === '') return draft;
    const read = await applyOptionsFile(file, draft, wizard);
    if (typeof read !== 'string') return read;
    await wizard.prompts.show((look) => drawParagraph(read, look, 'warn'));
  }
}

/** The draft with the options of a file, or an error message. */
async function applyOptionsFile(
  file: string,
  draft: PostDraft,
  wizard: PostWizardContext,
): Promise<PostDraft | string> {
  try {
    const { body, unfilled } = await readPostInput(
      { ...NO_FLAGS, options: file },
      { readFile: wizard.readFile, schedule: refuseSchedule },
    );
    const [first] = unfilled;
    if (first !== undefined) return `${first.path}: ${first.message}`;
    const { data, error } = PostBody.safeParse({ ...toPost(draft), ...mergeOptions(draft, body) });
    if (data === undefined)
      return error.issues
        .slice(0, 1)
        .map(({ path, message }) => `${path.join('.')}: ${message}`)
        .join('');
    const known = new Set(findDraftFaults(draft, wizard).map(({ path }) => path));
    const newFault = findDraftFaults(data, wizard).find(
      ({ effect, path }) => effect === 'request' && !known.has(path),
    );
    return newFault === undefined ? data : `${newFault.path}: ${newFault.message}`;
  } catch (error) {
    if (!(error instanceof CrierError) || error.kind !== 'usage') throw error;
    return [error.message, error.facts.advice].filter(Boolean).join('; ');
  }
}

const NO_FLAGS = {
  platform: [],
  media: [],
  set: [],
  approveFirst: false,
  shortenLinks: false,
  autoHashtag: false,
  disableComments: false,
  thread: false,
  threadNumbers: false,
};

async function refuseSchedule(): Promise<never> {
  throw new Error('a file of options has no schedule');
}
