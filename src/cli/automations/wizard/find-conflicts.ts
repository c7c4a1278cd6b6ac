import type { Client } from '../../../client/client.ts';
import { CrierError } from '../../../errors.ts';
import type { AutomationSummary, NewAutomation } from '../../../service/endpoints/automation.ts';
import { getAutomation } from '../../../service/endpoints/automations.ts';
import type { CommandContext } from '../../context/context.ts';
import { mapInOrder } from '../../several/map-in-order.ts';
import { flattenAutomation } from '../automation-forms.ts';
import { findLosingKeywords } from '../find-losing-keywords.ts';
import type { Warning } from '../warning.ts';

type LiveRule = Parameters<typeof findLosingKeywords>[0][number];

/** Number of concurrent requests. */
const AT_ONCE = 4;

/** Finds keywords of an automation to which a live one already replies. */
export type FindConflicts = (automation: NewAutomation) => Promise<readonly Warning[]>;

/** Reads the live automations once, and only if the new one could conflict with them. */
export function createConflictFinder(
  active: readonly AutomationSummary[],
  service: { readonly client: Client } & Pick<CommandContext, 'progress' | 'note'>,
): FindConflicts {
  let reading: Promise<readonly LiveRule[]> | undefined;
  return async (automation) => {
    if (!isCommentReply(automation)) return [];
    reading ??= readLiveRules(active, service);
    const live = await reading;
    const rules = findLosingKeywords([...live, { name: automation.name ?? '', flat: automation }]);
    return rules.filter(({ index }) => index === live.length);
  };
}

function isCommentReply({ triggers, actions }: NewAutomation): boolean {
  return (
    triggers.some(({ type }) => type === 'comment_keyword') && actions.some(({ type }) => type === 'send_dm')
  );
}

/** Errors are only noted, and do not stop the wizard. */
async function readLiveRules(
  active: readonly AutomationSummary[],
  { client, progress, note }: Parameters<typeof createConflictFinder>[1],
): Promise<readonly LiveRule[]> {
  const rules: LiveRule[] = [];
  try {
    const read = ({ id }: AutomationSummary) => client.call(getAutomation, { params: { id } });
    for await (const { body } of mapInOrder(active, AT_ONCE, read)) {
      rules.push({ name: body.name ?? body.id, flat: flattenAutomation(body) });
      progress(`${rules.length} of ${active.length} active automations read`);
    }
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    await note(`cannot compare with live automations: ${error.message}`);
  } finally {
    progress(null);
  }
  return rules;
}
