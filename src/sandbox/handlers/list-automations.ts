import { findBodyFaults } from '../../domain/requests/find-body-faults.ts';
import { NewAutomation } from '../../service/endpoints/automation.ts';
import { checkFeature, refuseFaults } from './automation-checks.ts';
import { toAutomationRecord } from './automation-record.ts';
import type { Handler } from './handler.ts';

/** Another platform is refused as in a new automation. @see docs/service/automations.md#list */
const Filter = NewAutomation.pick({ platform: true });

/** All automations of the profile, active and paused, newest first. */
export const listAutomations: Handler<'listAutomations'> = ({ query }, context) => {
  checkFeature(context);
  refuseFaults(findBodyFaults(Filter, query));
  const { store, profile } = context;
  return { status: 'success', automations: store.automations.list(profile.id).map(toAutomationRecord) };
};
