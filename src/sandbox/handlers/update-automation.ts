import { isDeepStrictEqual } from 'node:util';
import type { AutomationUpdate } from '../../facts/automation.ts';
import { storedEntries } from '../automation-entries.ts';
import { newActionId, newTriggerId } from '../new-ids.ts';
import type { Automation, AutomationContent } from '../store/automations.ts';
import { checkFeature, checkRoom, linkedAccount, ownAutomation, readUpdate } from './automation-checks.ts';
import type { Handler, HandlerContext } from './handler.ts';

/** Changes what the body names, all of it or nothing. @see docs/service/automations.md#update, #AUT-16 */
export const updateAutomation: Handler<'updateAutomation'> = ({ params: { id }, body }, context) => {
  const { store, now } = context;
  store.transaction(() => {
    checkFeature(context);
    const before = ownAutomation(id, context);
    const update = readUpdate(body, context);
    if (update.active === true && !before.active) {
      linkedAccount(context);
      checkRoom(context);
    }
    const after = changed(before, update, context);
    if (!isDeepStrictEqual({ ...before, ...after }, before)) store.automations.change(id, after, now);
  });
  return { status: 'success', id };
};

function changed(
  before: Automation,
  { triggers, actions, ...update }: AutomationUpdate,
  { random }: HandlerContext,
): AutomationContent {
  return {
    name: update.name ?? before.name,
    description: update.description ?? before.description,
    active: update.active ?? before.active,
    triggers:
      triggers === undefined
        ? before.triggers
        : storedEntries({ before: before.triggers, sent: triggers, newId: () => newTriggerId(random) }),
    actions:
      actions === undefined
        ? before.actions
        : storedEntries({ before: before.actions, sent: actions, newId: () => newActionId(random) }),
  };
}
