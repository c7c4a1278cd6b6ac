import { createAutomationName } from '../../../domain/automations/create-automation-name.ts';
import type { NewAutomation } from '../../../service/endpoints/automation.ts';
import { findNameFault } from './entry-fault.ts';
import type { WizardContext } from './wizard-context.ts';

/** Asks for the name of an automation; suggests the current one, or one derived from its triggers. */
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

/** Asks for a description; suggests the current one. */
export function askDescription({ description }: NewAutomation, { prompts }: WizardContext): Promise<string> {
  return prompts.text({
    message: 'What is it for?',
    ...(description !== undefined && { suggestion: description }),
    check: () => null,
  });
}
