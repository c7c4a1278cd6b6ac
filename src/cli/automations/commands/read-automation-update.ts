import type { ReadFile } from '../../context/secrets.ts';
import { dropPlatform } from '../drop-platform.ts';
import { type AutomationFlags, type AutomationInput, readAutomationInput } from '../read-automation-input.ts';

/** Builds an update in the same way as a new automation. @throws CrierError of kind usage, as for a new one */
export async function readAutomationUpdate(
  flags: AutomationFlags,
  readFile: ReadFile,
): Promise<AutomationInput> {
  const written = await readAutomationInput(flags, readFile);
  return { ...written, body: dropPlatform(written.body) };
}
