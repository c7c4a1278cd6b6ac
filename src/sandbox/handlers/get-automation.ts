import { checkFeature, ownAutomation } from './automation-checks.ts';
import { automationRecord } from './automation-record.ts';
import type { Handler } from './handler.ts';

/** @see undescribed.md 2.3 */
export const getAutomation: Handler<'getAutomation'> = ({ params }, context) => {
  checkFeature(context);
  return { status: 'success', ...automationRecord(ownAutomation(params.id, context)) };
};
