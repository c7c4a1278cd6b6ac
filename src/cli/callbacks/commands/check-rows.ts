import type { CallbackVerdict } from '../../../domain/callbacks/judge-callback.ts';
import type { CallbackCheck } from '../check-document.ts';
import { type CallbackProbe, type CheckStep, STEPS } from '../check-steps.ts';

/** Builds a row for each check; those after the first failure are skipped. */
export function buildCheckRows(checked: CallbackProbe): readonly CallbackCheck[] {
  const rows: CallbackCheck[] = [];
  for (const step of STEPS) {
    const isOver = rows.some(({ status }) => status === 'fail');
    rows.push(isOver ? toSkippedRow(step) : toCheckRow(step, checked));
  }
  return rows;
}

function toCheckRow(step: CheckStep, checked: CallbackProbe): CallbackCheck {
  const { check } = step;
  if (isUnknown(step, checked)) return { check, status: 'skipped', found: 'unknown', advice: null };
  const [stops, skips, warns] = [
    step.findFailure(checked),
    step.findSkip?.(checked),
    step.findWarning?.(checked),
  ];
  if (stops !== null) return { check, status: 'fail', ...stops };
  if (skips) return { check, status: 'skipped', ...skips };
  if (warns) return { check, status: 'warn', ...warns };
  return { check, status: 'ok', found: step.describePass(checked), advice: null };
}

function toSkippedRow({ check }: CheckStep): CallbackCheck {
  return { check, status: 'skipped', found: 'not checked', advice: null };
}

/** After a timeout without a response, it is unknown how far the request came. */
const BEFORE_AN_ANSWER = ['name', 'connection', 'TLS', 'signature', 'redirect', 'status'];

function isUnknown({ check }: CheckStep, { answer }: CallbackProbe): boolean {
  const { status } = answer;
  const isOutOfTime = answer.fault === 'timeout' || answer.fault === 'interrupted';
  return status === null && isOutOfTime && BEFORE_AN_ANSWER.includes(check);
}

/** Rows for tables: up to the first failure, or all rows followed by the text. */
export function selectShownRows(
  rows: readonly CallbackCheck[],
  verdict: CallbackVerdict,
): readonly CallbackCheck[] {
  const last = rows.findIndex(({ status }) => status === 'fail');
  if ('reason' in verdict) return rows.slice(0, last + 1);
  return [...rows, { check: 'text', status: 'ok', found: verdict.message, advice: null }];
}
