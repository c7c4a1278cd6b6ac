import { ignoreErrors } from '../../errors.ts';
import type { CommandContext } from './command/context.ts';
import { REMOTE } from './input/flags/flags.ts';
import { listNamedProfiles } from './input/flags/write-profiles.ts';
import type { PlanTarget } from './output/planned.ts';
import type { Output } from './output/printing/output.ts';
import type { StreamView, View } from './output/view.ts';
import type { PreparedCommand } from './prepare-command.ts';
import { SANDBOX } from './settings/settings.ts';

/** Whom a dry run of a change is for; null for everything else. */
export async function readPlanTarget(
  { command, input, flags }: PreparedCommand,
  { service }: CommandContext,
): Promise<PlanTarget | null> {
  if (input['dryRun'] !== true || command.changes !== true || !command.flags.includes(REMOTE)) return null;
  const chosen = await ignoreErrors(service.choose());
  if (chosen === null) return null;
  const { choice } = chosen;
  const isAcross =
    command.namesTargets === true ||
    input['allProfiles'] === true ||
    listNamedProfiles(command, flags.profile) !== null;
  const context = choice.kind === 'sandbox' ? SANDBOX : (choice.context ?? choice.target.baseUrl.host);
  return { context, ...(!isAcross && { profile: choice.profile }) };
}

/** People get a plan of a dry run; with `--verbose`, and in other formats than a table, its requests. */
export async function showPlan<Shown extends View | StreamView<unknown>>(
  view: Shown,
  { path, flags }: PreparedCommand,
  { output, target }: { output: Output; target: PlanTarget | null },
): Promise<Shown | View> {
  const isTable = output.settings.format === 'table';
  const requests = view.kind === 'page' ? (view.requests ?? []) : [];
  const isPlan = isTable && requests.length > 0 && !flags.verbose;
  if (!isPlan && (target === null || !isTable)) return view;
  const { addPlanTarget, buildPlan } = await import('./output/planned.ts');
  const plan = isPlan && view.kind === 'page' ? buildPlan(view, { requests, path }) : view;
  return target === null ? plan : addPlanTarget(plan, target);
}
