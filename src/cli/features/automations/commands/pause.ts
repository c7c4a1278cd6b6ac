import * as z from 'zod';
import { updateAutomation } from '../../../../service/endpoints/automations.ts';
import { defineSwitch } from '../../../framework/input/flags/flags.ts';
import { defineBatchChange } from '../../../framework/many/define-batch-change.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { AUTOMATION_IDS, FAILED, listActiveIds } from '../several-automations.ts';

export default defineBatchChange({
  summary: 'Pause automations',
  description: `
New events are no longer answered, and answers that are already waiting are skipped. The automation and its activity are
kept. --all pauses every active automation at once; "automations resume --all" then resumes exactly those. ${FAILED}`,
  examples: [
    'automations pause auto_T4nV8cRz3H',
    'automations pause auto_K7pW2mXq9L auto_T4nV8cRz3H --json',
    'automations pause --all',
    'automations pause auto_T4nV8cRz3H --dry-run',
  ],
  ids: AUTOMATION_IDS,
  input: z.object({ all: defineSwitch('pause all active automations') }),
  all: { flag: 'all', action: 'pause', noun: 'automations', list: ({ client }) => listActiveIds(client) },
  call: updateAutomation,
  request: (id) => ({ params: { id }, body: { active: false } }),
  done: 'paused',
  shownBy: crier`automations list`,
});
