import { formatThese } from '../../../../domain/text/lists-and-counts.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import { deleteAutomation } from '../../../../service/endpoints/automations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { defineSeveralCommand } from '../several-automations.ts';

export default defineSeveralCommand({
  row: deleteAutomation,
  toInput: (id) => ({ params: { id } }),
  done: 'deleted',
  formatQuestion: (ids) => `delete ${formatThese(ids.length, 'automation')}`,
  summary: 'Delete automations permanently',
  description: `
Asks for confirmation and lists the automations by name. Use "automations pause" to only stop them, and "automations get
--as yaml" to keep a copy as a file. The activity of a deleted automation stays readable for ${LIMITS.activityLookbackMs / DAY_MS} days.`,
  examples: [
    'automations delete auto_T4nV8cRz3H --yes',
    'automations delete auto_K7pW2mXq9L auto_D6yJ1sGf5B --yes --json',
    'automations delete auto_D6yJ1sGf5B --dry-run',
  ],
});
