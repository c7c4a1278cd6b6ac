import type { ServicePort } from '../../framework/command/service.ts';
import type { MachineKey } from '../../framework/settings/machine-keys.ts';

/** The context whose own value a command means: the one that a flag names, for a setting that contexts may have, too. */
export async function findOwnContext(key: MachineKey, service: ServicePort): Promise<string | null> {
  const { typed } = await service.choiceInput();
  if (key.isOfContexts !== true || !(typed.has('context') || typed.has('sandbox'))) return null;
  return (await service.currentContext()).name;
}
