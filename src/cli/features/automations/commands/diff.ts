import * as z from 'zod';
import { formatCount, joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../../errors.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { REMOTE } from '../../../framework/input/flags/flags.ts';
import { combineFailures } from '../../../framework/many/failures.ts';
import { CODE_FLAGS } from '../as-code/code-flags.ts';
import { LIST_KINDS } from '../as-code/kinds.ts';
import { LOCK_NAME } from '../as-code/lock-file.ts';
import { planTargets } from '../as-code/plan-all.ts';
import { buildPlanView, CodePlanDocument, countChanges, findUnsafe } from '../as-code/plan-view.ts';
import { readTargets } from '../as-code/read-targets.ts';

export default defineCommand({
  summary: 'Show how automations differ from their files',
  description: `
Compares automations with files, field by field, and sends only requests that read. Automations are found by their name.
Lines with - are as the service has it, lines with + as the files have it. What someone changed in the service since
"automations apply" or "export" wrote ${LOCK_NAME} beside the files is marked; "changedIn" in JSON tells it of each field.

What is in the service and not in the folder is left unchanged, and printed as YAML to paste into a file. Without "paused" in
a file, the automation stays active or paused.

The folder may also have ${joinWithAnd(LIST_KINDS.map((kind) => `${kind}.yaml`))} ("crier help automation-files").

Exits 11 if something differs, and 2 if "automations apply" would stop because the plan is not safe.`,
  before: ['automations export --folder brand'],
  examples: [
    'automations diff brand',
    'automations diff brand --json',
    'automations diff brand -o md',
    'automations diff brand --prune',
  ],
  positional: ['files'],
  flags: [REMOTE],
  input: z.object(CODE_FLAGS),
  output: CodePlanDocument,
  records: 'differences',
  async run({ files, allProfiles, prune }, context) {
    const targets = await readTargets({ paths: files, allProfiles, prunes: prune }, context);
    const openClient = ({ service }: (typeof targets)[number]) => service.client();
    const { plans, unread } = await planTargets(targets, { prunes: prune, openClient }, context);
    const count = countChanges(plans);
    const failure =
      findUnsafe(plans, '"automations apply" stops, unless --force is given') ??
      combineFailures(unread, {
        done: 'compared',
        noun: 'profile',
        total: targets.length,
        remainder: 'the others are compared',
      }) ??
      (count === 0 ? null : new CrierError('differs', `${formatCount(count, 'difference')}`, { http: null }));
    return { view: buildPlanView(plans), ...(failure !== null && { failure }) };
  },
});
