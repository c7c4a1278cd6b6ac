import { updateAutomation } from '../../../facts/endpoints/automations.ts';
import { defineSeveralCommand } from '../../automations/define-several-command.ts';

export default defineSeveralCommand({
  row: updateAutomation,
  toInput: (id) => ({ params: { id }, body: { active: true } }),
  done: 'resumed',
  summary: 'Let paused automations react again',
  description: `
Each counts for the cap of active automations again; what came in meanwhile is not answered. One that is active stays
so.`,
  examples: [
    'automations resume auto_D6yJ1sGf5B',
    'automations resume auto_K7pW2mXq9L auto_D6yJ1sGf5B --json',
    'automations resume auto_D6yJ1sGf5B --dry-run',
  ],
});
