import { getField } from '../../../../domain/json/loose-record.ts';
import { escapeVariables } from '../../../../domain/text/fill-variables.ts';
import { CrierError } from '../../../../errors.ts';
import { PLATFORMS, type Platform } from '../../../../service/platforms.ts';
import { POST_OPTIONS, PostBody } from '../../../../service/post-body.ts';
import { findUnfilled, unescapeTyped } from '../../../framework/input/files/check-text.ts';
import { drawParagraph } from '../../../framework/terminal/wizard/drawings.ts';
import {
  buildMenu,
  buildRepeatedMenu,
  type StepExtent,
  type WizardSteps,
} from '../../../framework/terminal/wizard/wizard.ts';
import { readPostInput } from '../read-post-input.ts';
import { mergeOptions } from '../series-flags.ts';
import { askMedia, askNeededMedia, askText, fixText, MEDIA, TEXT } from './ask-content.ts';
import {
  askNetworkField,
  askNetworkFields,
  askNetworks,
  askRequiredFields,
  getAnswer,
  NETWORK_FIELDS,
} from './ask-networks.ts';
import { askWhen, describeTiming } from './ask-when.ts';
import {
  type CheckedPart,
  findDraftFaults,
  findSharedFault,
  getCommonMedia,
  getCommonText,
  getPart,
  joinNetworkNames,
  listChosenNetworks,
  listOwnNetworks,
  type PostDraft,
  type PostEdit,
  type PostEditChoice,
  type PostWizardContext,
  removeOwn,
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

function listExtraChoices(draft: PostDraft, wizard: PostWizardContext): readonly PostEditChoice[] {
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

/** The parts of a post, in the order of the questions. If the text was given, optional parts are not asked for. */
export const POST_STEPS: WizardSteps<PostDraft, PostWizardContext> = {
  networks: {
    extent: (_draft, { given }) => (given.platforms === undefined ? 'all' : 'none'),
    ask: askNetworks,
    listEdits: (draft, wizard) => [
      { value: askNetworks, label: `Networks: ${joinNetworkNames(listChosenNetworks(draft, wizard))}` },
    ],
  },
  text: {
    extent: (_draft, { given }) => limitExtent(given.post !== undefined),
    ask: askText,
    askRequired: fixText,
    listEdits(draft, wizard) {
      const [line = ''] = getCommonText(draft).split('\n', 1);
      return [{ value: askText, label: `Text: ${line}` }, ...listOwnEdits(TEXT, draft, wizard)];
    },
  },
  media: {
    extent: (_draft, { given }) => limitExtent((given.post ?? given.mediaUrls) !== undefined),
    ask: askMedia,
    askRequired: askNeededMedia,
    listEdits(draft, wizard) {
      const media = getCommonMedia(draft);
      if (media.length === 0) return [{ value: askMedia, label: 'Media: none' }];
      return [
        { value: askMedia, label: `Media: ${media.join(', ')}` },
        ...listOwnEdits(MEDIA, draft, wizard),
      ];
    },
  },
  demands: {
    extent: (_draft, { given }) => limitExtent(given.post !== undefined),
    ask: askNetworkFields,
    askRequired: askRequiredFields,
    listEdits(draft, wizard) {
      const networks = listChosenNetworks(draft, wizard);
      return NETWORK_FIELDS.filter(({ platform }) => networks.includes(platform)).map((field) => ({
        value: (known, wizard) => askNetworkField(known, wizard, field),
        label: `${PLATFORMS[field.platform].name} ${field.noun}: ${getAnswer(draft, field) || 'none'}`,
      }));
    },
  },
  when: {
    extent: (_draft, { given: { post, scheduleDate, requiresApproval, autoSchedule } }) =>
      (post ?? scheduleDate ?? requiresApproval ?? autoSchedule) === undefined ? 'all' : 'none',
    ask: askWhen,
    listEdits: (draft, wizard) => [{ value: askWhen, label: `When: ${describeTiming(draft, wizard)}` }],
  },
  extras: {
    extent: (_draft, { given }) => (given.post === undefined ? 'all' : 'none'),
    ask: buildRepeatedMenu('Anything else?', listExtraChoices),
    listEdits: listExtraChoices,
  },
};

function limitExtent(onlyRequired: boolean): StepExtent {
  return onlyRequired ? 'required' : 'all';
}

function listOwnEdits(
  part: CheckedPart,
  draft: PostDraft,
  wizard: PostWizardContext,
): readonly PostEditChoice[] {
  const networks = listChosenNetworks(draft, wizard);
  const own = listOwnNetworks(draft, part.field, networks);
  const others = networks.filter((platform) => !own.includes(platform));
  return [
    ...own.map((platform) => ({
      value: buildOwnMenu(part, platform),
      label: `Own ${part.field === 'post' ? 'text' : 'media'} on ${PLATFORMS[platform].name}`,
    })),
    ...(networks.length === 1 || others.length === 0
      ? []
      : [{ value: buildNetworkMenu(part, others), label: `${part.another}, only on one network` }]),
  ];
}

function buildOwnMenu(part: CheckedPart, platform: Platform): PostEdit {
  const edits: readonly PostEditChoice[] = [
    { value: (draft, wizard) => part.ask(draft, wizard, platform), label: 'Replace it' },
    {
      value: async (draft) => removeOwn(draft, part.field, platform),
      label: 'The same as on other networks',
    },
  ];
  return buildMenu('What do you want to do with it?', edits, 'Keep it');
}

function buildNetworkMenu(part: CheckedPart, networks: readonly Platform[]): PostEdit {
  const edits = networks.map(
    (platform): PostEditChoice => ({
      value: (draft, wizard) => part.ask(draft, wizard, platform),
      label: PLATFORMS[platform].name,
    }),
  );
  return buildMenu('Which network?', edits);
}
