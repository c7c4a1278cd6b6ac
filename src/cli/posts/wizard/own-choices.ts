import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import type { PromptChoice } from '../../prompts/prompts.ts';
import type { CheckedPart } from './fix-part.ts';
import { listOwnNetworks, removeOwn } from './own-part.ts';
import type { AskPart, PostDraft } from './post-draft.ts';

/** Choices for networks that have, or could have, their own text or media. */
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
