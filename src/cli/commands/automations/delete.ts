import { DAY_MS } from '../../../facts/durations.ts';
import { deleteAutomation } from '../../../facts/endpoints/automations.ts';
import { LIMITS } from '../../../facts/limits.ts';
import { defineSeveralCommand } from '../../automations/define-several-command.ts';

export default defineSeveralCommand({
  row: deleteAutomation,
  toInput: (id) => ({ params: { id } }),
  done: 'deleted',
  formatQuestion: (ids) =>
    `delete ${ids.length === 1 ? 'this automation' : `these ${ids.length} automations`} for good`,
  summary: 'Delete automations, which cannot be undone',
  description: `
They are asked about first, by name; "automations pause" only stops them, and "automations get --as yaml" keeps one as
a file. What a deleted automation did can still be read for ${LIMITS.activityLookbackMs / DAY_MS} days.`,
  examples: [
    'automations delete auto_T4nV8cRz3H --yes',
    'automations delete auto_K7pW2mXq9L auto_D6yJ1sGf5B --yes --json',
    'automations delete auto_D6yJ1sGf5B --dry-run',
  ],
});
