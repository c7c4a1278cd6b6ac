import type { ServiceOrSandbox } from '../config.ts';
import type { Chosen } from '../context.ts';
import { savedContext } from '../settings/settings.ts';
import type { FlagWords } from './command-words.ts';

/** What makes a script talk to the same service for the same profile, whatever is chosen by then. */
export function serviceWords({ choice, settings, project }: Chosen): FlagWords {
  const saved =
    choice.kind === 'service' && choice.context !== null ? savedContext(settings, choice.context) : null;
  const usual = project?.profile ?? saved?.profile;
  const profile = choice.profile ?? (usual === undefined ? undefined : 'none');
  return [...placeWords(choice), ...(profile === undefined ? [] : [['--profile', profile] as const])];
}

function placeWords(choice: ServiceOrSandbox): FlagWords {
  if (choice.kind === 'sandbox') return [['--sandbox']];
  if (choice.context !== null) return [['--context', choice.context]];
  return choice.origin.kind === 'flag' ? [['--base-url', choice.target.baseUrl.href]] : [];
}
