import { updateAutomation } from '../../../../service/endpoints/automations.ts';
import { defineSeveralCommand } from '../several-automations.ts';

export default defineSeveralCommand({
  row: updateAutomation,
  toInput: (id) => ({ params: { id }, body: { active: true } }),
  done: 'resumed',
  status: 'active',
  ofAll: 'resume',
  summary: 'Resume paused automations',
  description: `
A resumed automation counts towards the cap of active automations again. Events that arrived while it was paused are not
answered. Automations that are already active do not change. --all resumes what "automations pause --all" paused on this machine, and
nothing that was paused before.`,
  examples: [
    'automations resume auto_D6yJ1sGf5B',
    'automations resume auto_K7pW2mXq9L auto_D6yJ1sGf5B --json',
    'automations resume --all',
    'automations resume auto_D6yJ1sGf5B --dry-run',
  ],
});
