import type { ReadFile } from '../secrets.ts';
import { withoutPlatform } from './without-platform.ts';
import { type WrittenAutomation, type WrittenFlags, writtenAutomation } from './written-automation.ts';

/**
 * Puts together what is to change about an automation, as a new one is put together.
 *
 * @throws CrierError of kind usage, as for a new one
 */
export async function writtenUpdate(flags: WrittenFlags, readFile: ReadFile): Promise<WrittenAutomation> {
  const written = await writtenAutomation(flags, readFile);
  return { ...written, body: withoutPlatform(written.body) };
}
