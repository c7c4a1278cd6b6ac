import { CrierError } from '../../errors.ts';
import type { ActionType } from '../../facts/actions.ts';
import type { BodyFault } from '../../rules/find-body-faults.ts';
import { buildFaultDetails } from '../../rules/find-body-faults.ts';
import { getField } from '../../rules/loose-record.ts';
import { describeErrorCode } from '../describe-error-code.ts';
import { joinWithOr } from '../suggest-nearest.ts';
import { EVENT_NAMES } from './event-names.ts';

/** What gives a part that is missing, by the name of its field. */
const FIELD_FLAGS: Readonly<Record<string, string>> = {
  triggers: `what it reacts to: --on ${joinWithOr(EVENT_NAMES)}; or --trigger`,
  actions: 'what it does: --dm <text>, --webhook or --email <address>; or --action',
  postId: 'which post: --post <id>, or --post all',
  keywords: 'the words to listen for: --keyword <word>',
  to: 'whom the email goes to: --email <address>',
};

/** What gives the text of an action, by its type. */
const MESSAGE_FLAGS: Readonly<Record<string, string>> = {
  send_dm: 'the text of the DM: --dm <text>',
  send_email: 'the text of the email: --email-message <text>',
} satisfies Partial<Record<ActionType, string>>;

/** Which flag gives what is missing; null for what no flag gives. */
function findMissingFlag({ path }: BodyFault, body: unknown): string | null {
  const name = String(path.at(-1));
  if (name !== 'message') return FIELD_FLAGS[name] ?? null;
  return MESSAGE_FLAGS[String(getField(getValueAt(body, path.slice(0, -1)), 'type'))] ?? null;
}

/** Faults that are nothing but parts that nobody gave yet. */
export function filterMissing(faults: readonly BodyFault[], body: unknown): readonly BodyFault[] {
  return faults.filter(
    (fault) => getValueAt(body, fault.path) === undefined && findMissingFlag(fault, body) !== null,
  );
}

/**
 * What is said when something is missing, and nobody is there to be asked for it.
 *
 * @see docs/command-line.md#automations-create
 */
export function buildMissingError(missing: readonly BodyFault[], body: unknown): CrierError {
  const flags = new Map(
    missing.map((fault) => [findMissingFlag(fault, body) ?? '', String(fault.path.at(-1))]),
  );
  return new CrierError('usage', 'an automation needs more than was given', {
    ...describeErrorCode(473),
    details: buildFaultDetails(missing),
    errors: [...flags].map(([message, path]) => ({ path, message })),
    advice: 'add these flags, or name a file with -f; on a terminal each is asked for',
  });
}

function getValueAt(body: unknown, path: BodyFault['path']): unknown {
  return path.reduce<unknown>(
    (value, step) => (Array.isArray(value) ? value[Number(step)] : getField(value, String(step))),
    body,
  );
}
