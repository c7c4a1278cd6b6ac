import { createLocalClock } from '../../../../domain/time/local-time.ts';
import { CrierError } from '../../../../errors.ts';
import { LIMITS } from '../../../../service/limits.ts';
import type { PromptChoice } from '../../../../world.ts';
import { drawParagraph } from '../../../framework/terminal/wizard/drawings.ts';
import { formatSlots } from '../../schedule/posting-schedules.ts';
import { formatSchedule, readSchedule, type ScheduledTime } from '../../schedule/read-schedule.ts';
import type { PostDraft, PostWizardContext } from './post-draft.ts';

interface PublishTiming {
  isLater: boolean;
  requiresApproval: boolean;
  schedule?: string;
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

export async function askWhen(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  const { scheduleDate: _date, requiresApproval: _approval, autoSchedule, ...others } = draft;
  const isLater = draft.scheduleDate !== undefined;
  const title = autoSchedule && (autoSchedule.title ?? LIMITS.scheduleTitle);
  const isBefore = ({ value }: PromptChoice<PublishTiming>) =>
    value.isLater === isLater &&
    value.requiresApproval === (draft.requiresApproval ?? false) &&
    value.schedule === title;
  const [now, ...later] = CHOICES;
  const choices = [now, ...(await listScheduleChoices(wizard)), ...later]
    .filter((each) => each !== undefined)
    .filter(({ value }) => !wizard.keepsForApproval || value.requiresApproval);
  const when = await wizard.prompts.choose({
    message: 'When should it be published?',
    choices: [...choices.filter(isBefore), ...choices.filter((choice) => !isBefore(choice))],
  });
  const approval = when.requiresApproval ? { requiresApproval: true } : {};
  const slot =
    when.schedule === undefined ? {} : { autoSchedule: { schedule: true as const, title: when.schedule } };
  return {
    ...others,
    ...approval,
    ...slot,
    ...(when.isLater && { scheduleDate: await askTime(draft, wizard) }),
  };
}

const MOST_SCHEDULES = 5;

async function listScheduleChoices({
  listSchedules,
  timeZone,
  keepsForApproval,
}: PostWizardContext): Promise<readonly PromptChoice<PublishTiming>[]> {
  const zone = createLocalClock(timeZone);
  return (await listSchedules()).slice(0, MOST_SCHEDULES).map(({ title, nextSlots }) => ({
    value: { isLater: false, requiresApproval: keepsForApproval, schedule: title },
    label: `At the next slot of the schedule "${title}"${keepsForApproval ? ', after approval' : ''}`,
    hint: formatSlots(nextSlots.slice(0, 1), zone),
  }));
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
