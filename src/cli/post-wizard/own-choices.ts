import { PLATFORMS, type Platform } from '../../facts/platforms.ts';
import type { PromptChoice } from '../prompts/prompts.ts';
import type { CheckedPart } from './fix-part.ts';
import { listOwnNetworks, removeOwn } from './own-part.ts';
import type { AskPart, PostDraft } from './post-wizard-context.ts';

/** What can be changed where networks have a text or media of their own, or could have. */
export function listOwnChoices(
  draft: PostDraft,
  part: CheckedPart,
  networks: readonly Platform[],
): readonly PromptChoice<AskPart>[] {
  const own = listOwnNetworks(draft, part.field, networks);
  const others = networks.filter((platform) => !own.includes(platform));
  return [
    ...own.map((platform) => ({
      value: changeOwn(part, platform),
      label: `Its own ${part.field === 'post' ? 'text' : 'media'} on ${PLATFORMS[platform].name}`,
    })),
    ...(networks.length === 1 || others.length === 0
      ? []
      : [{ value: addOwn(part, others), label: `${part.another}, on one network alone` }]),
  ];
}

function changeOwn(part: CheckedPart, platform: Platform): AskPart {
  return async (draft, wizard) => {
    const change = await wizard.prompts.choose<AskPart>({
      message: 'What do you want to do with it?',
      choices: [
        { value: (known, wizard) => part.ask(known, wizard, platform), label: 'Replace it' },
        { value: async (known) => removeOwn(known, part.field, platform), label: 'The same as everywhere' },
        { value: async (known) => known, label: 'Leave it as it is' },
      ],
    });
    return change(draft, wizard);
  };
}

function addOwn(part: CheckedPart, networks: readonly Platform[]): AskPart {
  return async (draft, wizard) => {
    const platform = await wizard.prompts.choose({
      message: 'On which network?',
      choices: networks.map((value) => ({ value, label: PLATFORMS[value].name })),
    });
    return part.ask(draft, wizard, platform);
  };
}
