import type { Client } from '../../client/client.ts';
import { listAutomations } from '../../service/endpoints/automations.ts';
import { formatState } from './describe-automation.ts';

/** Maximum number of automations listed. */
const MOST_NAMED = 10;

/** Lists automations with ids and names, one per line: `auto_1 Brew guide (active)`. */
export async function listAutomationNames(
  ids: readonly string[],
  client: Client,
): Promise<readonly string[]> {
  const { body } = await client.call(listAutomations, {});
  const known = new Map(body.automations.map((each) => [each.id, each]));
  const lines = ids.slice(0, MOST_NAMED).map((id) => {
    const found = known.get(id);
    return found === undefined ? `${id}  (not found)` : `${id}  ${found.name ?? ''} (${formatState(found)})`;
  });
  const rest = ids.length - lines.length;
  return rest > 0 ? [...lines, `and ${rest} more`] : lines;
}
