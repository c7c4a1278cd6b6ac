import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import type { PromptChoice } from '../../prompts/prompts.ts';
import { listExtraChoices } from './ask-extras.ts';
import { askMedia, askNeededMedia, MEDIA } from './ask-media.ts';
import {
  askNetworkField,
  askNetworks,
  askRequiredFields,
  getAnswer,
  NETWORK_FIELDS,
} from './ask-networks.ts';
import { askText, fixText, TEXT } from './ask-text.ts';
import { askWhen, describeTiming } from './ask-when.ts';
import type { CheckedPart } from './draft-faults.ts';
import {
  type AskPart,
  getCommonMedia,
  getCommonText,
  joinNetworkNames,
  listChosenNetworks,
  listOwnNetworks,
  type PostDraft,
  type PostWizardContext,
  removeOwn,
} from './post-draft.ts';

/** Asks what to change, then for the new value, and for what the change requires. */
export async function askPostChange(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  const change = await wizard.prompts.choose<AskPart>({
    message: 'What do you want to change?',
    choices: [
      ...listPartChoices(draft, wizard),
      ...listExtraChoices(draft, wizard),
      { value: async (same) => same, label: 'Nothing' },
    ],
  });
  return askNeeded(await change(draft, wizard), wizard);
}

/** Asks for everything that the networks require. */
async function askNeeded(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  return askRequiredFields(await askNeededMedia(await fixText(draft, wizard), wizard), wizard);
}

function listPartChoices(draft: PostDraft, wizard: PostWizardContext): readonly PromptChoice<AskPart>[] {
  const networks = listChosenNetworks(draft, wizard);
  const media = getCommonMedia(draft);
  const [line = ''] = getCommonText(draft).split('\n', 1);
  return [
    { value: askNetworks, label: `Networks: ${joinNetworkNames(networks)}` },
    { value: askText, label: `Text: ${line}` },
    ...listOwnChoices(draft, TEXT, networks),
    { value: askMedia, label: media.length === 0 ? 'Media: none' : `Media: ${media.join(', ')}` },
    ...(media.length === 0 ? [] : listOwnChoices(draft, MEDIA, networks)),
    ...NETWORK_FIELDS.filter(({ platform }) => networks.includes(platform)).map((demand) => ({
      value: (known: PostDraft, wizard: PostWizardContext) => askNetworkField(known, wizard, demand),
      label: `${PLATFORMS[demand.platform].name} ${demand.noun}: ${getAnswer(draft, demand) || 'none'}`,
    })),
    { value: askWhen, label: `When: ${describeTiming(draft, wizard)}` },
  ];
}

/** Choices for networks that have, or could have, their own text or media. */
function listOwnChoices(
  draft: PostDraft,
  part: CheckedPart,
  networks: readonly Platform[],
): readonly PromptChoice<AskPart>[] {
  const own = listOwnNetworks(draft, part.field, networks);
  const others = networks.filter((platform) => !own.includes(platform));
  return [
    ...own.map((platform) => ({
      value: changeOwn(part, platform),
      label: `Own ${part.field === 'post' ? 'text' : 'media'} on ${PLATFORMS[platform].name}`,
    })),
    ...(networks.length === 1 || others.length === 0
      ? []
      : [{ value: addOwn(part, others), label: `${part.another}, only on one network` }]),
  ];
}

function changeOwn(part: CheckedPart, platform: Platform): AskPart {
  return async (draft, wizard) => {
    const change = await wizard.prompts.choose<AskPart>({
      message: 'What do you want to do with it?',
      choices: [
        { value: (known, wizard) => part.ask(known, wizard, platform), label: 'Replace it' },
        {
          value: async (known) => removeOwn(known, part.field, platform),
          label: 'The same as on other networks',
        },
        { value: async (known) => known, label: 'Keep it' },
      ],
    });
    return change(draft, wizard);
  };
}

function addOwn(part: CheckedPart, networks: readonly Platform[]): AskPart {
  return async (draft, wizard) => {
    const platform = await wizard.prompts.choose({
      message: 'Which network?',
      choices: networks.map((value) => ({ value, label: PLATFORMS[value].name })),
    });
    return part.ask(draft, wizard, platform);
  };
}
