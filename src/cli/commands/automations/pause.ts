import { updateAutomation } from '../../../facts/endpoints/automations.ts';
import { defineSeveralCommand } from '../../automations/define-several-command.ts';

export default defineSeveralCommand({
  row: updateAutomation,
  toInput: (id) => ({ params: { id }, body: { active: false } }),
  done: 'paused',
  summary: 'Stop automations for now',
  description: `
Nothing that comes in is answered any more, and what waits to be answered is skipped. What they are and did stays.`,
  examples: [
    'automations pause auto_T4nV8cRz3H',
    'automations pause auto_K7pW2mXq9L auto_T4nV8cRz3H --json',
    'automations pause auto_T4nV8cRz3H --dry-run',
  ],
});
