import type { Client } from '../../client/client.ts';
import { CrierError } from '../../errors.ts';
import type { NewAutomation } from '../../facts/automation.ts';
import { createAutomation, updateAutomation } from '../../facts/endpoints/automations.ts';
import type { CommandOutcome } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { crier } from '../shell-command.ts';
import { listWebhookNotes } from './webhook-notes.ts';

/** What is to be made, and whether it is to wait. */
interface AutomationSubmission {
  readonly automation: NewAutomation;
  readonly paused: boolean;
}

/**
 * Makes an automation, and pauses it when that was asked for. The service knows no other way to make one that waits,
 * so that it is live in between.
 */
export async function submitAutomation(
  service: Client,
  { automation, paused }: AutomationSubmission,
  context: Pick<CommandContext, 'choose'>,
): Promise<CommandOutcome & { readonly id: string }> {
  const { body, bytes } = await service.call(createAutomation, { body: automation });
  const failure = paused ? await tryPause(service, body.id) : null;
  const isLive = !paused || failure !== null;
  return {
    id: body.id,
    view: {
      kind: 'record',
      // its record says what it was before it was paused
      document: { ...body, ...(body['active'] !== undefined && { active: isLive }) },
      lines: [
        { name: 'id', title: 'id', value: body.id },
        { name: 'name', title: 'name', value: automation.name ?? null },
        { name: 'active', title: 'state', value: isLive, shown: isLive ? 'active' : 'paused' },
      ],
    },
    raw: bytes,
    notes: [
      isLive
        ? `it is live from now on; to stop it: ${crier`automations pause ${body.id}`}`
        : `it waits; to start it: ${crier`automations resume ${body.id}`}`,
      ...(await listWebhookNotes(automation, service, context)),
    ],
    ...(failure !== null && { failure }),
  };
}

/** It is there, and live: whoever wanted it paused must hear so. */
async function tryPause(service: Client, id: string): Promise<CrierError | null> {
  try {
    await service.call(updateAutomation, { params: { id }, body: { active: false } });
    return null;
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    return new CrierError('partial', `made, but not paused: ${error.message}`, {
      http: error.facts.http ?? null,
      advice: `it is live; pause it: ${crier`automations pause ${id}`}`,
      errors: [{ requestedId: id, code: error.facts.code ?? null, message: error.message }],
    });
  }
}
