import { checkFeature, ownAutomation } from './automation-checks.ts';
import type { Handler } from './handler.ts';

/** Nothing is lost but the automation itself: its activity stays. @see undescribed.md 2.4; rule AUT-16, reading U-25 */
export const deleteAutomation: Handler<'deleteAutomation'> = ({ params: { id } }, context) => {
  const { store, now } = context;
  store.transaction(() => {
    checkFeature(context);
    store.automations.delete(ownAutomation(id, context).id, now);
  });
  return { status: 'success', id };
};
