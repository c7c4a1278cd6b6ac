import {
  buildTemplateValues,
  computeFilledLength,
  fillTemplate,
} from '../../domain/automations/fill-template.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automations.ts';
import type { DispatchContext } from './dispatch-context.ts';

/**
 * Fills a template of an automation; null when the result exceeds the maximum length.
 *
 * @see docs/service/engine.md#ENG-17
 * @see docs/safety.md#D8
 */
export function fillActionTemplate(
  { engine, dispatch, engagement, automation }: DispatchContext,
  template: unknown,
): string | null {
  const account = engine.store.accounts.findKnown(automation.profile, AUTOMATION_PLATFORM);
  const sender = { username: account?.username ?? null, name: account?.displayName ?? null };
  const { keyword, triggerType } = dispatch;
  const values = buildTemplateValues(engagement, { sender, keyword, triggerType });
  const text = String(template);
  return computeFilledLength(text, values) > ASSUMED.maxFilledCharacters ? null : fillTemplate(text, values);
}

/** Error of an action whose filled text is too long. */
export const TOO_LONG = `the filled text is longer than ${ASSUMED.maxFilledCharacters} characters`;
