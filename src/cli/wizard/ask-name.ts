import type { NewAutomation } from '../../facts/automation.ts';
import { createAutomationName } from '../../rules/create-automation-name.ts';
import type { Conversation } from './conversation.ts';
import { nameFault } from './entry-fault.ts';

/** Asks what an automation is called; the name that it has is suggested, or what it reacts to. */
export function askName(
  { name, triggers }: Pick<NewAutomation, 'name' | 'triggers'>,
  { prompts }: Conversation,
): Promise<string> {
  return prompts.text({
    message: 'What is its name?',
    suggestion: name ?? createAutomationName(triggers),
    check: nameFault,
  });
}

/** Asks what it is for; what was said of that is suggested. */
export function askDescription({ description }: NewAutomation, { prompts }: Conversation): Promise<string> {
  return prompts.text({
    message: 'What is it for?',
    ...(description !== undefined && { suggestion: description }),
    check: () => null,
  });
}
