import { getField } from '../../domain/json/loose-record.ts';
import { type BodyFault, buildFaultDetails } from '../../domain/requests/find-body-faults.ts';
import { CrierError } from '../../errors.ts';
import type { ActionType } from '../../service/actions.ts';
import { describeErrorCode } from '../errors/describe-error-code.ts';
import { joinWithOr } from '../shell/suggest-nearest.ts';
import { EVENT_NAMES } from './event-names.ts';

/** The flags that set a missing field. */
const FIELD_FLAGS: Readonly<Record<string, string>> = {
  triggers: `the event to react to: --on ${joinWithOr(EVENT_NAMES)}; or --trigger`,
  actions: 'the actions: --dm <text>, --webhook or --email <address>; or --action',
  postId: 'the post: --post <id>, or --post all',
  keywords: 'the keywords: --keyword <word>',
  to: 'the recipient of the email: --email <address>',
};

/** The flags that set the text of an action, by type. */
const MESSAGE_FLAGS: Readonly<Record<string, string>> = {
  send_dm: 'the text of the DM: --dm <text>',
  send_email: 'the text of the email: --email-message <text>',
} satisfies Partial<Record<ActionType, string>>;

/** The flag that sets a missing field; null if none does. */
function findMissingFlag({ path }: BodyFault, body: unknown): string | null {
  const name = String(path.at(-1));
  if (name !== 'message') return FIELD_FLAGS[name] ?? null;
  return MESSAGE_FLAGS[String(getField(getValueAt(body, path.slice(0, -1)), 'type'))] ?? null;
}

/** Selects the faults that are only missing fields. */
export function filterMissing(faults: readonly BodyFault[], body: unknown): readonly BodyFault[] {
  return faults.filter(
    (fault) => getValueAt(body, fault.path) === undefined && findMissingFlag(fault, body) !== null,
  );
}

/** Error for missing fields without a terminal to ask at. @see docs/command-line.md#automations-create */
export function buildMissingError(missing: readonly BodyFault[], body: unknown): CrierError {
  const flags = new Map(
    missing.map((fault) => [findMissingFlag(fault, body) ?? '', String(fault.path.at(-1))]),
  );
  return new CrierError('usage', 'required parts of the automation are missing', {
    ...describeErrorCode(473),
    details: buildFaultDetails(missing),
    errors: [...flags].map(([message, path]) => ({ path, message })),
    advice: 'add these flags, or use -f <file>; in a terminal, the command asks for them',
  });
}

function getValueAt(body: unknown, path: BodyFault['path']): unknown {
  return path.reduce<unknown>(
    (value, step) => (Array.isArray(value) ? value[Number(step)] : getField(value, String(step))),
    body,
  );
}
