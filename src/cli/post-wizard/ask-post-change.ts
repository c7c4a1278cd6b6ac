import { PLATFORMS } from '../../facts/platforms.ts';
import type { PromptChoice } from '../prompts/prompts.ts';
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
import type { AskPart, PostDraft, PostWizardContext } from './post-wizard-context.ts';

/** Asks what is to change about a post, then for that alone, and for what the change makes necessary. */
export async function askPostChange(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  const change = await wizard.prompts.choose<AskPart>({
    message: 'What do you want to change?',
    choices: [
      ...listPartChoices(draft, wizard),
      ...listExtraChoices(draft, wizard),
      { value: async (same) => same, label: 'Nothing, go back' },
    ],
  });
  return askNeeded(await change(draft, wizard), wizard);
}

/** Asks for all that the networks of a post cannot do without. */
async function askNeeded(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  return askRequiredFields(await askNeededMedia(await fixText(draft, wizard), wizard), wizard);
}

function listPartChoices(draft: PostDraft, wizard: PostWizardContext): readonly PromptChoice<AskPart>[] {
  const networks = listChosenNetworks(draft, wizard);
  const media = getCommonMedia(draft);
  const [line = ''] = getCommonText(draft).split('\n', 1);
  return [
    { value: askNetworks, label: `Where: ${joinNetworkNames(networks)}` },
    { value: askText, label: `Its text: ${line}` },
    ...listOwnChoices(draft, TEXT, networks),
    { value: askMedia, label: media.length === 0 ? 'Its media: none' : `Its media: ${media.join(', ')}` },
    ...(media.length === 0 ? [] : listOwnChoices(draft, MEDIA, networks)),
    ...NETWORK_FIELDS.filter(({ platform }) => networks.includes(platform)).map((demand) => ({
      value: (known: PostDraft, wizard: PostWizardContext) => askNetworkField(known, wizard, demand),
      label: `Its ${demand.noun} on ${PLATFORMS[demand.platform].name}: ${getAnswer(draft, demand) || 'none'}`,
    })),
    { value: askWhen, label: `When: ${describeTiming(draft, wizard)}` },
  ];
}
