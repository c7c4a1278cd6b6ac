import { LIMITS } from '../../../service/limits.ts';
import { findEntryFault } from './entry-fault.ts';
import type { WizardContext } from './wizard-context.ts';

const { dedupWindowMinutes: WINDOW } = LIMITS;
const DAY_MINUTES = 24 * 60;
/** Value of the choice to type a number. */
const TYPED = null;

/** Asks for the dedup window of an action in minutes; 0 is none. */
export async function askWindow({ prompts }: WizardContext): Promise<number> {
  const chosen = await prompts.choose<number | null>({
    message: 'How often can it happen per person?',
    choices: [
      {
        value: WINDOW.default,
        label: `Once in ${WINDOW.default / DAY_MINUTES} days`,
        hint: 'default',
      },
      { value: DAY_MINUTES, label: 'Once a day' },
      { value: WINDOW.min, label: 'Every time', hint: 'someone who comments twice gets it twice' },
      { value: TYPED, label: 'Another number of minutes' },
    ],
  });
  if (chosen !== TYPED) return chosen;
  return Number(await prompts.text({ message: 'Once in how many minutes?', check: findWindowFault }));
}

function findWindowFault(typed: string): string | null {
  const dedupWindowMinutes = /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
  return findEntryFault('actions', { type: 'fire_webhook', dedupWindowMinutes }, 'dedupWindowMinutes');
}
