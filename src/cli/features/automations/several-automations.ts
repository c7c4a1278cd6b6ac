import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { formatState } from '../../../domain/automations/describe-automation.ts';
import { listAutomations } from '../../../service/endpoints/automations.ts';
import { AutomationId } from '../../../service/ids.ts';
import { defineFlag } from '../../framework/input/flags/flags.ts';

/** Ids of automations, as the first argument. */
export const AUTOMATION_IDS = {
  name: 'id',
  flag: defineFlag(
    z.array(AutomationId).default([]).describe('automation ids, as printed by `automations list`'),
    { offers: 'automation id' },
  ),
};

/** The end of the description of what changes several. */
export const FAILED =
  'If some requests fail, the others are still made: each failure is reported, and the exit code is 3, or that of the first failure if all failed.';

/** The automations that `automations pause --all` pauses. */
export async function listActiveIds(client: Client): Promise<readonly string[]> {
  const { body } = await client.call(listAutomations, {});
  return body.automations.filter(({ active }) => active === true).map(({ id }) => id);
}

/** Lists automations with ids and names, one per line: `auto_1 Brew guide (active)`. */
export async function listAutomationNames(
  ids: readonly string[],
  client: Client,
): Promise<readonly string[]> {
  const { body } = await client.call(listAutomations, {});
  const known = new Map(body.automations.map((each) => [each.id, each]));
  return ids.map((id) => {
    const found = known.get(id);
    return found === undefined ? `${id}  (not found)` : `${id}  ${found.name ?? ''} (${formatState(found)})`;
  });
}
