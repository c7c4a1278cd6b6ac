import { PLATFORMS, type Platform } from '../../../../service/platforms.ts';
import {
  buildMenu,
  buildRepeatedMenu,
  type StepExtent,
  type WizardSteps,
} from '../../../framework/terminal/wizard/wizard.ts';
import { askMedia, askNeededMedia, askText, fixText, MEDIA, TEXT } from './ask-content.ts';
import { listExtraChoices } from './ask-extras.ts';
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
  getCommonMedia,
  getCommonText,
  joinNetworkNames,
  listChosenNetworks,
  listOwnNetworks,
  type PostDraft,
  type PostEdit,
  type PostEditChoice,
  type PostWizardContext,
  removeOwn,
} from './post-draft.ts';

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

/** Edits of networks that have, or could have, their own text or media. */
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
