import { ignoreErrors } from '../../errors.ts';
import type { CommandOutcome } from './command/command.ts';
import type { CommandContext } from './command/context.ts';
import { REMOTE } from './input/flags/flags.ts';
import { listNamedProfiles } from './input/flags/write-profiles.ts';
import type { OutputFormat } from './output/formats.ts';
import type { PlanTarget } from './output/plan/plan-target.ts';
import type { Output } from './output/printing/output.ts';
import type { StreamView, View } from './output/view.ts';
import type { PreparedCommand } from './prepare-command.ts';
import { SANDBOX } from './settings/settings.ts';

/** Whom the changes of a command at the service are for; null for everything else. */
export async function readTarget(
  { command, input, flags }: PreparedCommand,
  { namesProfiles = false }: { namesProfiles?: boolean },
  { service }: CommandContext,
): Promise<PlanTarget | null> {
  if (command.changes !== true || !command.flags.includes(REMOTE)) return null;
  const chosen = await ignoreErrors(service.choose());
  if (chosen === null) return null;
  const { choice } = chosen;
  const isOfSeveral =
    namesProfiles ||
    command.namesTargets === true ||
    command.isOfAccount === true ||
    input['allProfiles'] === true ||
    listNamedProfiles(command, flags.profile) !== null;
  const context = choice.kind === 'sandbox' ? SANDBOX : (choice.context ?? choice.target.baseUrl.host);
  return { context, ...(!isOfSeveral && { profile: choice.profile }) };
}

/** Whom a dry run of a change is for, with the networks that its plan names; null for everything else. */
export async function readPlanTarget(
  { view, namesProfiles }: CommandOutcome,
  prepared: PreparedCommand,
  context: CommandContext,
): Promise<PlanTarget | null> {
  if (prepared.input['dryRun'] !== true) return null;
  const target = await readTarget(prepared, { namesProfiles }, context);
  if (target === null || view === null || view.kind === 'stream') return target;
  const { listPlanNetworks } = await import('./output/plan/plan-target.ts');
  const networks = listPlanNetworks(view.document);
  return { ...target, ...(networks.length > 0 && { networks }) };
}

/** People get a plan of a dry run; with `--verbose`, and in other formats than a table, its requests. */
export async function showPlan<Shown extends View | StreamView<unknown>>(
  view: Shown,
  { path, flags }: PreparedCommand,
  { output, target }: { output: Output; target: PlanTarget | null },
): Promise<Shown | View> {
  const requests = view.kind === 'page' ? (view.requests ?? []) : [];
  const isPlan = output.settings.format === 'table' && requests.length > 0 && !flags.verbose;
  if (!isPlan && target === null) return view;
  const { buildPlan } = await import('./output/plan/build-plan.ts');
  const plan = isPlan && view.kind === 'page' ? buildPlan(view, { requests, path }) : view;
  if (target === null) return plan;
  const { addPlanTarget, describePlanTarget } = await import('./output/plan/plan-target.ts');
  // records have no place for it
  if (plan.kind !== 'page' && isRecordFormat(output.settings.format))
    await output.note(`for ${describePlanTarget(target)}`);
  return addPlanTarget(plan, target);
}

function isRecordFormat(format: OutputFormat): boolean {
  return format === 'ndjson' || format === 'csv' || format === 'tsv';
}
