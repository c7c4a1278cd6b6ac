import * as z from 'zod';
import { CHECK_COLUMNS, CheckRow } from '../../../framework/output/check-list.ts';
import type { Column } from '../../../framework/output/view.ts';
import type { ReceiverCheckTools } from './receiver-check.ts';
import { RECEIVER_CHECKS } from './receiver-checks.ts';
import { isAccepted } from './receiver-probe.ts';

/** One rule of the delivery contract, and whether the receiver meets it. */
export const ConformRow = CheckRow.extend({
  rules: z.array(z.string()).describe('ids of the rules in docs/service and docs/safety.md'),
  ms: z.int().describe('duration of the check in milliseconds'),
});
export type ConformRow = z.infer<typeof ConformRow>;

type CheckName = keyof typeof RECEIVER_CHECKS;
type AnyCheck = (typeof RECEIVER_CHECKS)[CheckName];

/** In the order in which they are made. */
export const CHECK_NAMES = Object.keys(RECEIVER_CHECKS) as [CheckName, ...CheckName[]]; // its own keys

/**
 * Makes the checks one after the other.
 *
 * @param only the chosen checks; empty for all. The checks of the first delivery are also reported when they fail.
 * @param onCheck called before each check with its name, and with null after the last one
 */
export async function runReceiverChecks(
  only: readonly CheckName[],
  tools: ReceiverCheckTools,
  onCheck: (name: CheckName | null) => void,
): Promise<readonly ConformRow[]> {
  const rows: ConformRow[] = [];
  for (const name of CHECK_NAMES) {
    const check: AnyCheck = RECEIVER_CHECKS[name];
    const isChosen = only.length === 0 || only.includes(name);
    if (!isChosen && !('judgesFirst' in check)) continue;
    onCheck(name);
    const row = await runReceiverCheck(name, check, tools);
    if (isChosen || row.status === 'fail') rows.push(row);
  }
  onCheck(null);
  return rows;
}

async function runReceiverCheck(
  check: CheckName,
  receiverCheck: AnyCheck,
  tools: ReceiverCheckTools,
): Promise<ConformRow> {
  const base = { check, rules: [...receiverCheck.rules], ms: 0, advice: null };
  const reason = findSkipReason(receiverCheck, tools);
  if (reason !== null) return { ...base, status: 'skipped', found: `not checked: ${reason}` };
  const began = tools.clock.steady();
  const finding = await receiverCheck.run(tools);
  const ms = Math.round(tools.clock.steady() - began);
  return typeof finding === 'string'
    ? { ...base, ms, status: 'ok', found: finding }
    : { ...base, ms, status: 'fail', ...finding };
}

/** Why a check is not made: what it needs is not there, or its result would mean nothing. */
function findSkipReason(check: AnyCheck, tools: ReceiverCheckTools): string | null {
  const { first, secrets, effects, restart } = tools;
  const needs = 'needs' in check ? check.needs : null;
  if (needs === 'secret' && secrets === 0) return 'no secret is set';
  if (needs === 'two secrets' && secrets < 2) return 'needs two secrets';
  if (needs === 'effects' && effects === null) return 'not visible from outside without --effects';
  if (needs === 'restart' && restart === null) return 'needs --restart-command';
  if (isAccepted(first)) return null;
  const isJudged = 'judgesFirst' in check && (check === RECEIVER_CHECKS.time || first.error !== 'timeout');
  return isJudged ? null : 'a valid delivery was not accepted';
}

/** The advice follows in the cell, because several checks can fail. */
export const CONFORM_COLUMNS: readonly Column<ConformRow>[] = CHECK_COLUMNS.flatMap(
  (column): readonly Column<ConformRow>[] =>
    column.name === 'found'
      ? [
          { name: 'rules', title: 'rules', value: ({ rules }) => rules.join(' '), drop: 1 },
          {
            ...column,
            show: ({ found, advice }) => (advice === null ? found : `${found}; ${advice}`),
          },
        ]
      : [column],
);
