import { formatThese } from '../../../../domain/text/lists-and-counts.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import { deleteAutomation } from '../../../../service/endpoints/automations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { defineBatchChange } from '../../../framework/many/define-batch-change.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { AUTOMATION_IDS, FAILED, listAutomationNames } from '../several-automations.ts';

export default defineBatchChange({
  summary: 'Delete automations permanently',
  description: `
Asks for confirmation and lists the automations by name. Use "automations pause" to only stop them, and "automations get
--as yaml" to keep a copy as a file. The activity of a deleted automation stays readable for ${LIMITS.activityLookbackMs / DAY_MS} days. ${FAILED}`,
  examples: [
    'automations delete auto_T4nV8cRz3H --yes',
    'automations delete auto_K7pW2mXq9L auto_D6yJ1sGf5B --yes --json',
    'automations delete auto_D6yJ1sGf5B --dry-run',
  ],
  ids: AUTOMATION_IDS,
  call: deleteAutomation,
  request: (id) => ({ params: { id } }),
  confirm: {
    what: ({ length }) => `delete ${formatThese(length, 'automation')}`,
    describe: (ids, { client }) => listAutomationNames(ids, client),
  },
  done: 'deleted',
  shownBy: crier`automations list`,
});
