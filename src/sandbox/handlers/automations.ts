import { createAutomationName } from '../../domain/automations/create-automation-name.ts';
import { generateActionId, generateAutomationId, generateTriggerId } from '../generate-ids.ts';
import { assignEntryIds } from './assign-entry-ids.ts';
import {
  checkActiveCap,
  checkFeature,
  readNewAutomation,
  requireAutomation,
  requireLinkedAccount,
} from './automation-checks.ts';
import { toAutomationRecord } from './automation-record.ts';
import type { Handler } from './handler.ts';

/**
 * Creates an automation, active at once, and returns it.
 *
 * @see docs/service/automations.md#create, #AUT-15, #AUT-18, #AUT-20
 */
export const createAutomation: Handler<'createAutomation'> = ({ body }, context) => {
  const { store, profile, now, random } = context;
  const id = generateAutomationId(random);
  // The cap is checked in the transaction that adds the automation: of two at once, the second sees the first.
  store.transaction(() => {
    checkFeature(context);
    const { name, description = '', triggers, actions } = readNewAutomation(body, context);
    const account = requireLinkedAccount(context);
    checkActiveCap(context);
    store.automations.add({
      id,
      profile: profile.id,
      accountId: account.id,
      name: name ?? createAutomationName(triggers),
      description,
      active: true,
      created: now,
      triggers: assignEntryIds({ before: [], sent: triggers, newId: () => generateTriggerId(random) }),
      actions: assignEntryIds({ before: [], sent: actions, newId: () => generateActionId(random) }),
    });
  });
  return { status: 'success', ...toAutomationRecord(requireAutomation(id, context)) };
};
