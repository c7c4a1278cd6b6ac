import { CrierError } from '../../errors.ts';
import { formatSchedule, readSchedule, type ScheduledTime } from '../posts/read-schedule.ts';
import type { PromptChoice } from '../prompts/prompts.ts';
import { drawEcho } from './draw-note.ts';
import type { PostDraft, PostWizardContext } from './post-wizard-context.ts';

/** When a post is published, and whether somebody has to approve it first. */
interface PublishTiming {
  readonly isLater: boolean;
  readonly requiresApproval: boolean;
}

const CHOICES: readonly PromptChoice<PublishTiming>[] = [
  { value: { isLater: false, requiresApproval: false }, label: 'Now' },
  {
    value: { isLater: true, requiresApproval: false },
    label: 'At a time',
    hint: 'in words, such as tomorrow 9:00',
  },
  {
    value: { isLater: false, requiresApproval: true },
    label: 'As soon as it is approved',
    hint: 'it waits until somebody approves it',
  },
  {
    value: { isLater: true, requiresApproval: true },
    label: 'At a time, once it is approved',
    hint: 'it waits for both',
  },
];

/** Asks when a post is published: what it was before stands first. */
export async function askWhen(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
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

/** The time as it is taken is said, in both zones. */
async function askTime({ scheduleDate }: PostDraft, wizard: PostWizardContext): Promise<string> {
  const { prompts, timeZone } = wizard;
  const getReading = () => ({ now: wizard.now(), timeZone, whenOver: 'choose a time to come' });
  const typed = await prompts.text({
    message: `At what time (${timeZone})?`,
    example: 'fri 18:30, in 2h',
    ...(scheduleDate !== undefined && { suggestion: scheduleDate }),
    check(answer) {
      const read = answer === '' ? 'a time is needed' : parseTime(answer, getReading());
      return typeof read === 'string' ? read : null;
    },
  });
  const { iso, shown, notes } = readSchedule(typed, getReading());
  await prompts.show(drawEcho([shown, ...notes].join('; ')));
  return iso;
}

/** A time, or what is wrong with it. */
function parseTime(typed: string, wizard: Parameters<typeof readSchedule>[1]): ScheduledTime | string {
  try {
    return readSchedule(typed, wizard);
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    // here is no flag that it could stand behind
    const words = error.message.replace(/^--schedule /, '');
    return [words, error.facts.advice].filter(Boolean).join('; ');
  }
}

/** When a post will be published, in a few words that go on where `it goes live` stands before them. */
export function describeTiming(draft: PostDraft, wizard: PostWizardContext): string {
  const time = describeTime(draft, wizard);
  if (draft.requiresApproval !== true) return time;
  return time === NOW ? 'as soon as it is approved' : `${time}, once it is approved`;
}

const NOW = 'now';

function describeTime({ scheduleDate, autoSchedule }: PostDraft, wizard: PostWizardContext): string {
  const now = wizard.now();
  const ms = scheduleDate === undefined ? Number.NaN : Date.parse(scheduleDate);
  if (ms > now) return `at ${formatSchedule(ms, { now, timeZone: wizard.timeZone })}`;
  if (autoSchedule === undefined) return NOW;
  return `at the next time of the schedule${autoSchedule.title === undefined ? '' : ` "${autoSchedule.title}"`}`;
}
