import { CrierError } from '../../../errors.ts';
import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import type { PromptChoice } from '../../prompts/prompts.ts';
import { drawParagraph } from '../../wizard/drawings.ts';
import { buildMenu, buildRepeatedMenu, type StepExtent, type WizardSteps } from '../../wizard/wizard.ts';
import { formatSchedule, readSchedule, type ScheduledTime } from '../read-schedule.ts';
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

/** When a post is published, and whether it needs approval. */
interface PublishTiming {
  readonly isLater: boolean;
  readonly requiresApproval: boolean;
}

const CHOICES: readonly PromptChoice<PublishTiming>[] = [
  { value: { isLater: false, requiresApproval: false }, label: 'Now' },
  {
    value: { isLater: true, requiresApproval: false },
    label: 'At a specific time',
    hint: 'for example: tomorrow 9:00',
  },
  {
    value: { isLater: false, requiresApproval: true },
    label: 'After approval',
    hint: 'it is held until it is approved',
  },
  {
    value: { isLater: true, requiresApproval: true },
    label: 'At a specific time, after approval',
    hint: 'it is held until both',
  },
];

/** Asks when to publish; the current choice is listed first. */
async function askWhen(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  const { scheduleDate: _date, requiresApproval: _approval, ...others } = draft;
  const isLater = draft.scheduleDate !== undefined;
  const isBefore = ({ value }: PromptChoice<PublishTiming>) =>
    value.isLater === isLater && value.requiresApproval === (draft.requiresApproval ?? false);
  const when = await wizard.prompts.choose({
    message: 'When should it be published?',
    choices: [...CHOICES.filter(isBefore), ...CHOICES.filter((choice) => !isBefore(choice))],
  });
  const approval = when.requiresApproval ? { requiresApproval: true } : {};
  return { ...others, ...approval, ...(when.isLater && { scheduleDate: await askTime(draft, wizard) }) };
}

/** Asks for a time, and shows how it was interpreted, in both time zones. */
async function askTime({ scheduleDate }: PostDraft, wizard: PostWizardContext): Promise<string> {
  const { prompts, timeZone } = wizard;
  const getReading = () => ({ now: wizard.now(), timeZone, pastAdvice: 'enter a future time' });
  const typed = await prompts.text({
    message: `Time (${timeZone})?`,
    example: 'fri 18:30, in 2h',
    ...(scheduleDate !== undefined && { suggestion: scheduleDate }),
    check(answer) {
      const read = answer === '' ? 'enter a time' : parseTime(answer, getReading());
      return typeof read === 'string' ? read : null;
    },
  });
  const { iso, shown, notes } = readSchedule(typed, getReading());
  await prompts.show((look) => drawParagraph([shown, ...notes].join('; '), look, 'dim'));
  return iso;
}

/** Parses a time, or returns an error message. */
function parseTime(typed: string, wizard: Parameters<typeof readSchedule>[1]): ScheduledTime | string {
  try {
    return readSchedule(typed, wizard);
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    // the user did not type the flag
    const words = error.message.replace(/^--schedule /, '');
    return [words, error.facts.advice].filter(Boolean).join('; ');
  }
}

/** Describes the time of publication, for use after `it goes live`. */
export function describeTiming(draft: PostDraft, wizard: PostWizardContext): string {
  const time = describeTime(draft, wizard);
  if (draft.requiresApproval !== true) return time;
  return time === NOW ? 'after approval' : `${time}, after approval`;
}

const NOW = 'now';

function describeTime({ scheduleDate, autoSchedule }: PostDraft, wizard: PostWizardContext): string {
  const now = wizard.now();
  const ms = scheduleDate === undefined ? Number.NaN : Date.parse(scheduleDate);
  if (ms > now) return `at ${formatSchedule(ms, { now, timeZone: wizard.timeZone })}`;
  if (autoSchedule === undefined) return NOW;
  return `at the next slot of the schedule${autoSchedule.title === undefined ? '' : ` "${autoSchedule.title}"`}`;
}
