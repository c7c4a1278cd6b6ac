import { isDeepStrictEqual } from 'node:util';
import type { AutomationUpdate } from '../../service/endpoints/automation.ts';
import { generateActionId, generateTriggerId } from '../generate-ids.ts';
import type { Automation, AutomationContent } from '../store/automations.ts';
import { assignEntryIds } from './assign-entry-ids.ts';
import {
  checkActiveCap,
  checkFeature,
  readAutomationUpdate,
  requireAutomation,
  requireLinkedAccount,
} from './automation-checks.ts';
import type { Handler, HandlerContext } from './handler.ts';

/** Changes what the body names, atomically. @see docs/service/automations.md#update, #AUT-16 */
export const updateAutomation: Handler<'updateAutomation'> = ({ params: { id }, body }, context) => {
  const { store, now } = context;
  store.transaction(() => {
    checkFeature(context);
    const before = requireAutomation(id, context);
    const update = readAutomationUpdate(body, context);
    if (update.active === true && !before.active) {
      requireLinkedAccount(context);
      checkActiveCap(context);
    }
    const after = applyUpdate(before, update, context);
    if (!isDeepStrictEqual({ ...before, ...after }, before)) store.automations.change(id, after, now);
  });
  return { status: 'success', id };
};

function applyUpdate(
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
        : assignEntryIds({ before: before.triggers, sent: triggers, newId: () => generateTriggerId(random) }),
    actions:
      actions === undefined
        ? before.actions
        : assignEntryIds({ before: before.actions, sent: actions, newId: () => generateActionId(random) }),
  };
}
