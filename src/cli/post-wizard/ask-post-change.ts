import { PLATFORMS } from '../../facts/platforms.ts';
import type { PromptChoice } from '../prompts/prompts.ts';
import { answerTo, askDemand, askNeededDemands } from './ask-demands.ts';
import { askMedia, askNeededMedia, MEDIA } from './ask-media.ts';
import { askNetworks } from './ask-networks.ts';
import { askText, mendText, TEXT } from './ask-text.ts';
import { askWhen, whenWords } from './ask-when.ts';
import { chosenNetworks, namesOf } from './chosen-networks.ts';
import { DEMANDS } from './demands.ts';
import { extraChoices } from './extras.ts';
import { ownChoices } from './own-choices.ts';
import { commonMedia, commonText } from './own-part.ts';
import type { AskPart, PostDraft, PostTalk } from './post-talk.ts';

/** Asks what is to change about a post, then for that alone, and for what the change makes necessary. */
export async function askPostChange(draft: PostDraft, talk: PostTalk): Promise<PostDraft> {
  const change = await talk.prompts.choose<AskPart>({
    message: 'What do you want to change?',
    choices: [
      ...partChoices(draft, talk),
      ...extraChoices(draft, talk),
      { value: async (same) => same, label: 'Nothing, go back' },
    ],
  });
  return askNeeded(await change(draft, talk), talk);
}

/** Asks for all that the networks of a post cannot do without. */
async function askNeeded(draft: PostDraft, talk: PostTalk): Promise<PostDraft> {
  return askNeededDemands(await askNeededMedia(await mendText(draft, talk), talk), talk);
}

function partChoices(draft: PostDraft, talk: PostTalk): readonly PromptChoice<AskPart>[] {
  const networks = chosenNetworks(draft, talk);
  const media = commonMedia(draft);
  const [line = ''] = commonText(draft).split('\n', 1);
  return [
    { value: askNetworks, label: `Where: ${namesOf(networks)}` },
    { value: askText, label: `Its text: ${line}` },
    ...ownChoices(draft, TEXT, networks),
    { value: askMedia, label: media.length === 0 ? 'Its media: none' : `Its media: ${media.join(', ')}` },
    ...(media.length === 0 ? [] : ownChoices(draft, MEDIA, networks)),
    ...DEMANDS.filter(({ platform }) => networks.includes(platform)).map((demand) => ({
      value: (known: PostDraft, around: PostTalk) => askDemand(known, around, demand),
      label: `Its ${demand.noun} on ${PLATFORMS[demand.platform].name}: ${answerTo(draft, demand) || 'none'}`,
    })),
    { value: askWhen, label: `When: ${whenWords(draft, talk)}` },
  ];
}
