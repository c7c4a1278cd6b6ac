import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { updateAutomation } from '../../../../service/endpoints/automations.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { defineSwitch, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { combineFailures } from '../../../framework/many/failures.ts';
import { lockTargets } from '../as-code/apply-lock.ts';
import { AppliedDocument, applyPlans, listRequests } from '../as-code/apply-plan.ts';
import { CODE_FLAGS } from '../as-code/code-flags.ts';
import { LOCK_NAME } from '../as-code/lock-file.ts';
import { planTargets } from '../as-code/plan-all.ts';
import {
  buildPlanView,
  CodePlanDocument,
  countChanges,
  findUnsafe,
  listLeftNotes,
} from '../as-code/plan-view.ts';
import { type CodeTarget, readTargets } from '../as-code/read-targets.ts';

export default defineCommand({
  summary: 'Make the automations as their files describe them',
  description: `
Shows what "automations diff" shows, asks, and sends only what differs. Pauses and deletions come first, so that the cap of
active automations is never passed. An automation that was changed since it was read is left as it is. What was applied
is recorded in ${LOCK_NAME} beside the files: keep it in the same repository. A run that was interrupted is run again.

Nothing is deleted without --prune, which deletes only what was applied from the folder before. The command stops, with
exit code 2, when more than 30 % of ten automations or more would change, when there are no files at all, and when an
automation would be created again that was deleted in the service; --force applies it anyway.`,
  before: ['automations export --folder brand'],
  examples: ['automations apply brand --yes', 'automations apply brand --prune --yes --json'],
  validationCode: 473,
  positional: ['files'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({ ...CODE_FLAGS, force: defineSwitch('apply a plan that is not safe') }),
  output: z.union([AppliedDocument, CodePlanDocument.extend({ requests: z.array(z.looseObject({})) })]),
  records: ['results', 'differences'],
  async run({ files, allProfiles, prune, force, dryRun, yes }, context) {
    const targets = await readTargets({ paths: files, allProfiles, prunes: prune }, context);
    const lock = dryRun ? null : lockTargets(targets, context);
    try {
      return await planAndApply(targets, { prune, force, dryRun, yes }, context);
    } finally {
      lock?.release();
    }
  },
});

async function planAndApply(
  targets: readonly CodeTarget[],
  { prune, force, dryRun, yes }: { prune: boolean; force: boolean; dryRun: boolean; yes: boolean },
  context: CommandContext,
) {
  const { io, service } = context;
  service.budget.limit(1); // it waits where more than the request limit is needed
  const openClient = ({ service }: CodeTarget) =>
    service.client({ writes: !dryRun, sends: { row: updateAutomation } });
  const { plans, unread } = await planTargets(targets, { prunes: prune, openClient }, context);
  const unsafe = findUnsafe(plans, 'nothing was sent; look at the plan, and use --force once');
  const plan = buildPlanView(plans, { requests: listRequests(plans) });
  const failure =
    (force ? null : unsafe) ??
    combineFailures(unread, {
      done: 'read',
      noun: 'profile',
      total: targets.length,
      remainder: 'the others are read',
    });
  if (dryRun || (unsafe !== null && !force)) return { view: plan, ...(failure !== null && { failure }) };
  const count = countChanges(plans);
  if (count > 0) await io.confirm({ what: `apply ${formatCount(count, 'change')}`, plan, yes });
  const { view, failure: applied } = await applyPlans(plans, unread, context);
  return { view, notes: listLeftNotes(plans, prune), ...(applied !== null && { failure: applied }) };
}
