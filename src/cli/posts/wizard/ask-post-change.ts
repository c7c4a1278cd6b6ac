import { PLATFORMS } from '../../../service/platforms.ts';
import type { PromptChoice } from '../../prompts/prompts.ts';
import { listExtraChoices } from './ask-extras.ts';
import { askMedia, askNeededMedia, MEDIA } from './ask-media.ts';
import { askNetworkField, askRequiredFields, getAnswer } from './ask-network-fields.ts';
import { askNetworks } from './ask-networks.ts';
import { askText, fixText, TEXT } from './ask-text.ts';
import { askWhen, describeTiming } from './ask-when.ts';
import { joinNetworkNames, listChosenNetworks } from './list-chosen-networks.ts';
import { NETWORK_FIELDS } from './network-fields.ts';
import { listOwnChoices } from './own-choices.ts';
import { getCommonMedia, getCommonText } from './own-part.ts';
import type { AskPart, PostDraft, PostWizardContext } from './post-draft.ts';

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
