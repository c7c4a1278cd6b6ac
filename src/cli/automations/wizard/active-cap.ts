import type { Client } from '../../../client/client.ts';
import { CrierError } from '../../../errors.ts';
import type { AutomationSummary } from '../../../service/endpoints/automation.ts';
import { listAutomations } from '../../../service/endpoints/automations.ts';
import { PLANS, type Plan } from '../../../service/plans.ts';
import type { CommandContext } from '../../context/context.ts';
import { describeErrorCode } from '../../errors/describe-error-code.ts';
import { findContext } from '../../settings/settings.ts';
import { buildWords, formatCommand } from '../../shell/shell-command.ts';

/** The active automations of the profile, and their cap: null when it is unknown. */
export interface ActiveCap {
  readonly active: readonly AutomationSummary[];
  readonly most: number | null;
}

/** @throws CrierError when the profile cannot have automations: creating one would fail the same way */
export async function readActiveCap(
  client: Client,
  context: Pick<CommandContext, 'choose' | 'sandbox'>,
): Promise<ActiveCap> {
  const { body } = await client.call(listAutomations, {});
  const plan = await findPlan(context);
  return {
    active: body.automations.filter(({ active }) => active),
    most: plan === null ? null : PLANS[plan].activeAutomations,
  };
}

/** The plan from the sandbox or the context's settings: the service does not report it. */
async function findPlan({
  choose,
  sandbox,
}: Pick<CommandContext, 'choose' | 'sandbox'>): Promise<Plan | null> {
  const { choice, settings } = await choose();
  if (choice.kind === 'sandbox') return (await (await sandbox()).call('status', {})).plan;
  return choice.context === null ? null : (findContext(settings, choice.context)?.plan ?? null);
}

/** Formats the number of active automations as a sentence. */
export function formatCap({ active: { length: count }, most }: ActiveCap): string {
  if (most !== null) return `${count} of at most ${most} automations are active.`;
  return `${count} ${count === 1 ? 'automation is' : 'automations are'} active.`;
}

/** The error code for a reached cap. */
const CAP_REACHED = 470;

/** @throws CrierError with the code 470 when the cap is reached, before any question is asked */
export function refuseAtCap({ active, most }: ActiveCap, calledAs: string): void {
  if (most === null || active.length < most) return;
  throw new CrierError('limited', `the profile already has ${most} active automations, which is the cap`, {
    ...describeErrorCode(CAP_REACHED),
    errors: active.map(({ id, name }) => ({ path: id, message: `${id}  ${name ?? ''}`.trim() })),
    advice: `pause one of them first: ${formatCommand(calledAs, buildWords`automations pause <id>`)}`,
  });
}
