import { checkFeature, requireAutomation } from './automation-checks.ts';
import type { Handler } from './handler.ts';

/**
 * Deletes only the automation itself: its activity stays.
 *
 * @see docs/service/automations.md#update, #AUT-16
 * @see docs/service/readings.md#U-25
 */
export const deleteAutomation: Handler<'deleteAutomation'> = ({ params: { id } }, context) => {
  const { store, now } = context;
  store.transaction(() => {
    checkFeature(context);
    store.automations.delete(requireAutomation(id, context).id, now);
  });
  return { status: 'success', id };
};
