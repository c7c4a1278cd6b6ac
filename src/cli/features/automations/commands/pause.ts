import { updateAutomation } from '../../../../service/endpoints/automations.ts';
import { defineSeveralCommand } from '../several-automations.ts';

export default defineSeveralCommand({
  row: updateAutomation,
  toInput: (id) => ({ params: { id }, body: { active: false } }),
  done: 'paused',
  ofAll: 'pause',
  summary: 'Pause automations',
  description: `
New events are no longer answered, and answers that are already waiting are skipped. The automation and its activity are
kept. --all pauses every active automation at once; "automations resume --all" then resumes exactly those.`,
  examples: [
    'automations pause auto_T4nV8cRz3H',
    'automations pause auto_K7pW2mXq9L auto_T4nV8cRz3H --json',
    'automations pause --all',
    'automations pause auto_T4nV8cRz3H --dry-run',
  ],
});
