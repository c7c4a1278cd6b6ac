import { checkFeature, requireAutomation } from './automation-checks.ts';
import { toAutomationRecord } from './automation-record.ts';
import type { Handler } from './handler.ts';

/** @see docs/service/automations.md#get */
export const getAutomation: Handler<'getAutomation'> = ({ params }, context) => {
  checkFeature(context);
  return { status: 'success', ...toAutomationRecord(requireAutomation(params.id, context)) };
};
