import * as z from 'zod';
import { joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { formatEventName } from '../../../../domain/webhooks/event-name.ts';
import { createUsageError } from '../../../../errors.ts';
import { CONTROL, type ControlAnswer } from '../../../../service/control/control.ts';
import {
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '../../../../service/webhook-events.ts';
import { REQUESTED_ACTIONS, WEBHOOK_ACTIONS, type WebhookAction } from '../../../../service/webhooks.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { SandboxControl } from '../../../framework/command/sandbox/sandbox-control.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { buildWords, crier } from '../../../framework/output/text/shell-command.ts';
import type { RecordLine } from '../../../framework/output/view.ts';
import { noteDueDeliveries } from '../../webhooks/blocked-deliveries.ts';
import { createEventId, setEventFields } from '../../webhooks/events.ts';
import { defineProfileFlag, resolveProfile } from '../account-input.ts';

/** `social (link, unlink, refresh)` */
const SEVERAL = Object.keys(WEBHOOK_ACTIONS)
  .map((action) => ({ action, kinds: listKinds(action) }))
  .filter(({ kinds }) => kinds.length > 1)
  .map(({ action, kinds }) => `${action} (${kinds.join(', ')})`)
  .join(', ');

// Object.keys forgets the names of a constant's members; there is one at least.
const ACTIONS = Object.keys(WEBHOOK_ACTIONS) as [WebhookAction, ...WebhookAction[]];

export default defineCommand({
  summary: 'Send a sample event to a registered webhook',
  description: `
Nothing happens in the sandbox: the event is a sample of its kind, changed with --set. It is delivered to the profile's
webhook for the action, or else to that of the Primary Profile, like any event: signed, retried, and listed by "hooks
history". The sandbox also sends the event when such a thing happens in it, except of ${joinWithAnd(REQUESTED_ACTIONS)}, which
only this command sends.

Actions with several kinds of events: ${SEVERAL}. The others have one.`,
  before: ['hooks register automations https://hooks.example.com/crier --sandbox'],
  examples: [
    'sandbox trigger automations',
    'sandbox trigger automations --type automation.completed --set status=failed --set errorDetails="no token"',
    'sandbox trigger social --type refresh --set platform=facebook --profile harbour --json',
  ],
  positional: ['action'],
  changes: true,
  flags: [],
  input: z.object({
    action: z.enum(ACTIONS).describe('action whose webhook receives the event'),
    type: defineFlag(
      z.enum(WEBHOOK_EVENT_NAMES).optional().describe('kind of event (default: the first of the action)'),
      { placeholder: 'kind' },
    ),
    set: defineFlag(
      z
        .array(z.string())
        .default([])
        .describe('set a field of the event; the value gets the type of its field'),
      { placeholder: 'path=value' },
    ),
    profile: defineProfileFlag('alias of the profile that the event is about'),
  }),
  output: CONTROL.triggerEvent.answer,
  async run({ action, type, set, profile }, { sandbox }) {
    const name = resolveKind(action, type);
    const change = setEventFields(set, name);
    const control = await sandbox.control();
    const { now } = await control.call('getClock', {});
    const { fields }: WebhookEvent = WEBHOOK_EVENTS[name];
    const event = change(fields({ at: now, id: createEventId() }));
    const of = resolveProfile(profile);
    const result = await control.call('triggerEvent', { profile: of, action, event });
    return {
      view: { kind: 'record', document: result, lines: listResultLines(result, { action, name }) },
      notes: await listNotes(result, { action, profile: of }, control),
    };
  },
});

type TriggerResult = ControlAnswer<'triggerEvent'>;

function listResultLines(
  { delivery, reason }: TriggerResult,
  { action, name }: { action: WebhookAction; name: string },
): readonly RecordLine[] {
  const event = { name: 'event', title: 'event', value: formatEventName({ action, kind: name }) };
  if (delivery === null) return [event, { name: 'url', title: 'webhook', value: reason ?? 'none' }];
  return [
    event,
    { name: 'url', title: 'webhook', value: delivery.url },
    { name: 'hookId', title: 'hook id', value: delivery.hookId },
    { name: 'state', title: 'state', value: delivery.state },
  ];
}

async function listNotes(
  { delivery }: TriggerResult,
  { action, profile }: { action: string; profile: string },
  control: SandboxControl,
): Promise<readonly string[]> {
  if (delivery !== null) return noteDueDeliveries([delivery], await control.call('status', {}), control);
  const of = profile === 'primary' ? [] : buildWords`--profile ${profile}`;
  return [
    `there is no webhook: add one with "${crier`hooks register ${action} https://hooks.example.com/crier --sandbox ${of}`}"`,
  ];
}

/** @throws CrierError of kind usage if the action has no such kind of event */
function resolveKind(action: WebhookAction, type: keyof typeof WEBHOOK_EVENTS | undefined) {
  const [first = type] = listKinds(action);
  const name = type ?? first;
  if (name !== undefined && WEBHOOK_EVENTS[name].action === action) return name;
  const own = type === undefined ? '' : `${type} belongs to the action ${WEBHOOK_EVENTS[type].action}; `;
  throw createUsageError(
    `${action} has no events of the kind ${type ?? 'given'}`,
    `${own}its kinds are ${listKinds(action).join(', ')}`,
  );
}

function listKinds(action: string) {
  return WEBHOOK_EVENT_NAMES.filter((name) => WEBHOOK_EVENTS[name].action === action);
}
