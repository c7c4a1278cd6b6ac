import { createAutomationName } from '../../rules/create-automation-name.ts';
import { storedEntries } from '../automation-entries.ts';
import { newActionId, newAutomationId, newTriggerId } from '../new-ids.ts';
import { checkFeature, checkRoom, linkedAccount, ownAutomation, readNew } from './automation-checks.ts';
import { automationRecord } from './automation-record.ts';
import type { Handler } from './handler.ts';

/**
 * Makes an automation, active at once, and answers its record.
 *
 * @see docs/service/automations.md#create, #AUT-15, #AUT-18, #AUT-20
 */
export const createAutomation: Handler<'createAutomation'> = ({ body }, context) => {
  const { store, profile, now, random } = context;
  const id = newAutomationId(random);
  // The cap is counted where the new one is written: of two at once, the second sees the first.
  store.transaction(() => {
    checkFeature(context);
    const { name, description = '', triggers, actions } = readNew(body, context);
    const account = linkedAccount(context);
    checkRoom(context);
    store.automations.add({
      id,
      profile: profile.id,
      accountId: account.id,
      name: name ?? createAutomationName(triggers),
      description,
      active: true,
      created: now,
      triggers: storedEntries({ before: [], sent: triggers, newId: () => newTriggerId(random) }),
      actions: storedEntries({ before: [], sent: actions, newId: () => newActionId(random) }),
    });
  });
  return { status: 'success', ...automationRecord(ownAutomation(id, context)) };
};
