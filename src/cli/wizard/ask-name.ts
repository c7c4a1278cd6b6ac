import type { NewAutomation } from '../../facts/automation.ts';
import { createAutomationName } from '../../rules/create-automation-name.ts';
import { findNameFault } from './entry-fault.ts';
import type { WizardContext } from './wizard-context.ts';

/** Asks what an automation is called; the name that it has is suggested, or what it reacts to. */
export function askName(
  { name, triggers }: Pick<NewAutomation, 'name' | 'triggers'>,
  { prompts }: WizardContext,
): Promise<string> {
  return prompts.text({
    message: 'What is its name?',
    suggestion: name ?? createAutomationName(triggers),
    check: findNameFault,
  });
}

/** Asks what it is for; what was said of that is suggested. */
export function askDescription({ description }: NewAutomation, { prompts }: WizardContext): Promise<string> {
  return prompts.text({
    message: 'What is it for?',
    ...(description !== undefined && { suggestion: description }),
    check: () => null,
  });
}
