import { checkFeature, ownAutomation } from './automation-checks.ts';
import { automationRecord } from './automation-record.ts';
import type { Handler } from './handler.ts';

/** @see docs/service/automations.md#get */
export const getAutomation: Handler<'getAutomation'> = ({ params }, context) => {
  checkFeature(context);
  return { status: 'success', ...automationRecord(ownAutomation(params.id, context)) };
};
