import { DAY_MS } from '../../facts/durations.ts';
import { PLANS } from '../../facts/plans.ts';
import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import { readTimestamp } from '../../rules/read-timestamp.ts';
import { getCreatedTime } from '../activity/since.ts';
import type { ExplainContext, SandboxRow } from './explain-context.ts';
import type { FindingCause } from './explanation.ts';
import { formatClockAdvance } from './format-clock-advance.ts';

const { business, enterprise } = PLANS;

/** Why no DM of the day was left, and until when. @see docs/service/engine.md#ENG-07, #C-01, #C-02 */
export function explainDayCap({ row, now, sandbox, commands }: ExplainContext): FindingCause {
  const ended = readTimestamp(row.completedAt).ms ?? getCreatedTime(row);
  const nextDay = Number.isFinite(ended) ? (Math.floor(ended / DAY_MS) + 1) * DAY_MS : null;
  const reason = `${row.errorDetails ?? 'the DMs of the day are used up'}: nothing of it ran, and none of it comes later`;
  if (nextDay !== null && nextDay <= now) {
    return {
      reason,
      advice: `they began anew at ${formatIsoSeconds(nextDay)}: what comes now is answered`,
    };
  }
  const until = nextDay === null ? '' : `; they begin anew at ${formatIsoSeconds(nextDay)}`;
  const advice = `profiles share ${business.dmsPerDay} DMs a day, with ${enterprise.name} ${enterprise.dmsPerDay}${until}`;
  if (sandbox === null) return { reason, advice };
  const command =
    nextDay === null || hasMoreWithEnterprise(sandbox)
      ? commands.sandbox`plan enterprise`
      : commands.sandbox`clock advance ${formatClockAdvance(nextDay - now)}`;
  return { reason, advice, command };
}

/** What was set by hand, no plan changes. */
function hasMoreWithEnterprise({ plan, dms }: SandboxRow): boolean {
  return dms.perDay === PLANS[plan].dmsPerDay && dms.perDay < enterprise.dmsPerDay;
}
