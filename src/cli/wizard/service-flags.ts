import type { ServiceOrSandbox } from '../context/choose-service.ts';
import type { Chosen } from '../context/context.ts';
import { findContext } from '../settings/settings.ts';

/** Flags of a command line, with their values. */
export type FlagList = readonly (readonly [flag: string, value?: string])[];

/** Flags with which a script uses the same service and profile, whatever is chosen later. */
export function buildServiceFlags({ choice, settings, project }: Chosen): FlagList {
  const saved =
    choice.kind === 'service' && choice.context !== null ? findContext(settings, choice.context) : null;
  const usual = project?.profile ?? saved?.profile;
  const profile = choice.profile ?? (usual === undefined ? undefined : 'none');
  return [...buildTargetFlags(choice), ...(profile === undefined ? [] : [['--profile', profile] as const])];
}

function buildTargetFlags(choice: ServiceOrSandbox): FlagList {
  if (choice.kind === 'sandbox') return [['--sandbox']];
  if (choice.context !== null) return [['--context', choice.context]];
  return choice.origin.kind === 'flag' ? [['--base-url', choice.target.baseUrl.href]] : [];
}
