import * as z from 'zod';
import { updateAutomation } from '../../../../service/endpoints/automations.ts';
import { defineSwitch } from '../../../framework/input/flags/flags.ts';
import { defineBatchChange } from '../../../framework/many/define-batch-change.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { AUTOMATION_IDS, FAILED, listActiveIds } from '../several-automations.ts';

export default defineBatchChange({
  summary: 'Resume paused automations',
  description: `
A resumed automation counts towards the cap of active automations again. Events that arrived while it was paused are not
answered. Automations that are already active do not change. --all resumes what "automations pause --all" paused on this machine, and
nothing that was paused before. ${FAILED}`,
  examples: [
    'automations resume auto_D6yJ1sGf5B',
    'automations resume auto_K7pW2mXq9L auto_D6yJ1sGf5B --json',
    'automations resume --all',
    'automations resume auto_D6yJ1sGf5B --dry-run',
  ],
  ids: AUTOMATION_IDS,
  input: z.object({
    all: defineSwitch('resume what "automations pause --all" paused'),
  }),
  all: { flag: 'all', action: 'resume', noun: 'automations', list: ({ client }) => listActiveIds(client) },
  call: updateAutomation,
  request: (id) => ({ params: { id }, body: { active: true } }),
  done: 'resumed',
  status: 'active',
  shownBy: crier`automations list`,
});
