import { formatIsoSeconds } from '../../../domain/time/format-iso-seconds.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { DAY_MS } from '../../../service/durations.ts';
import { PLANS } from '../../../service/plans.ts';
import { formatClockAdvance } from '../../sandbox/format-clock-advance.ts';
import { getCreatedTime } from '../activity/times.ts';
import type { ExplainContext, SandboxRow } from './explain-context.ts';
import type { FindingCause } from './explanation.ts';

const { business, enterprise } = PLANS;

/** Explains the daily cap, and when it is reset. @see docs/service/engine.md#ENG-07, #C-01, #C-02 */
export function explainDayCap({ row, now, sandbox, commands }: ExplainContext): FindingCause {
  const ended = readTimestamp(row.completedAt).ms ?? getCreatedTime(row);
  const nextDay = Number.isFinite(ended) ? (Math.floor(ended / DAY_MS) + 1) * DAY_MS : null;
  const reason = `${row.errorDetails ?? 'the daily DM cap is reached'}: no action ran, and none will run later`;
  if (nextDay !== null && nextDay <= now) {
    return {
      reason,
      advice: `the cap was reset at ${formatIsoSeconds(nextDay)}: new events are answered`,
    };
  }
  const until = nextDay === null ? '' : `; the cap is reset at ${formatIsoSeconds(nextDay)}`;
  const advice = `all profiles share ${business.dmsPerDay} DMs a day (${enterprise.name}: ${enterprise.dmsPerDay})${until}`;
  if (sandbox === null) return { reason, advice };
  const command =
    nextDay === null || hasMoreWithEnterprise(sandbox)
      ? commands.sandbox`plan enterprise`
      : commands.sandbox`clock advance ${formatClockAdvance(nextDay - now)}`;
  return { reason, advice, command };
}

/** A plan does not change a cap that was set explicitly. */
function hasMoreWithEnterprise({ plan, dms }: SandboxRow): boolean {
  return dms.perDay === PLANS[plan].dmsPerDay && dms.perDay < enterprise.dmsPerDay;
}
