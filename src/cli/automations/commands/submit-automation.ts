import type { Client } from '../../../client/client.ts';
import { CrierError } from '../../../errors.ts';
import type { NewAutomation } from '../../../service/endpoints/automation.ts';
import { createAutomation, updateAutomation } from '../../../service/endpoints/automations.ts';
import type { CommandContext } from '../../context/context.ts';
import { listWebhookNotes } from '../../hooks/webhook-notes.ts';
import type { CommandOutcome } from '../../shell/command.ts';
import { crier } from '../../shell/shell-command.ts';

/** The automation to create, and whether to pause it. */
interface AutomationSubmission {
  readonly automation: NewAutomation;
  readonly paused: boolean;
}

/**
 * Creates an automation, and pauses it if requested. The service cannot create a paused one, so it is active in
 * between.
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
      // the returned record has the state before the pause
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
        ? `it is active; to pause it: ${crier`automations pause ${body.id}`}`
        : `it is paused; to activate it: ${crier`automations resume ${body.id}`}`,
      ...(await listWebhookNotes(automation, service, context)),
    ],
    ...(failure !== null && { failure }),
  };
}

/** The automation exists and is active, which the user has to know. */
async function tryPause(service: Client, id: string): Promise<CrierError | null> {
  try {
    await service.call(updateAutomation, { params: { id }, body: { active: false } });
    return null;
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    return new CrierError('partial', `created, but not paused: ${error.message}`, {
      http: error.facts.http ?? null,
      advice: `it is active; to pause it: ${crier`automations pause ${id}`}`,
      errors: [{ requestedId: id, code: error.facts.code ?? null, message: error.message }],
    });
  }
}
