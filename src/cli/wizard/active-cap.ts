import type { Client } from '../../client/client.ts';
import { CrierError } from '../../errors.ts';
import type { AutomationSummary } from '../../facts/automation.ts';
import { listAutomations } from '../../facts/endpoints/automations.ts';
import { PLANS, type Plan } from '../../facts/plans.ts';
import type { CommandContext } from '../context.ts';
import { describeErrorCode } from '../describe-error-code.ts';
import { findContext } from '../settings/settings.ts';
import { buildWords, formatCommand } from '../shell-command.ts';

/** The active automations of the profile, and how many it may have: null where nobody says. */
export interface ActiveCap {
  readonly active: readonly AutomationSummary[];
  readonly most: number | null;
}

/** @throws CrierError when automations are not for this profile at all: creating one would fail alike */
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

/** The service does not tell its plan; the context may, and the sandbox does. */
async function findPlan({
  choose,
  sandbox,
}: Pick<CommandContext, 'choose' | 'sandbox'>): Promise<Plan | null> {
  const { choice, settings } = await choose();
  if (choice.kind === 'sandbox') return (await (await sandbox()).call('status', {})).plan;
  return choice.context === null ? null : (findContext(settings, choice.context)?.plan ?? null);
}

/** How many there are, in a sentence. */
export function formatCap({ active: { length: count }, most }: ActiveCap): string {
  if (most !== null) return `${count} of at most ${most} automations are active.`;
  return `${count} ${count === 1 ? 'automation is' : 'automations are'} active.`;
}

/** The profile has as many as it may have. */
const CAP_REACHED = 470;

/** @throws CrierError with the code 470 where no other automation can be: every question would be in vain */
export function refuseAtCap({ active, most }: ActiveCap, calledAs: string): void {
  if (most === null || active.length < most) return;
  throw new CrierError('limited', `there are ${most} active automations, and no room for another`, {
    ...describeErrorCode(CAP_REACHED),
    errors: active.map(({ id, name }) => ({ path: id, message: `${id}  ${name ?? ''}`.trim() })),
    advice: `pause one of them first: ${formatCommand(calledAs, buildWords`automations pause <id>`)}`,
  });
}
