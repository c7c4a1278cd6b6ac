import type { Choice } from '../config.ts';
import type { Chosen } from '../context.ts';
import { safeText } from '../render/safe-text.ts';
import { savedContext } from '../settings/settings.ts';
import { shellLine } from '../shell-quoted.ts';
import type { FlagWords } from './command-words.ts';

/** Words as a shell takes them. */
export function shownWords(words: FlagWords): string {
  return shellLine(words.flatMap(([flag, value]) => (value === undefined ? [flag] : [flag, value])));
}

/** Whether a terminal shows a line so that it can be copied. */
export function isShownAsItIs(line: string): boolean {
  const unescaped = line.replaceAll('\\', '');
  return safeText(unescaped) === unescaped;
}

/** What makes a script talk to the same service for the same profile, whatever is chosen by then. */
export function serviceWords({ choice, settings, project }: Chosen): FlagWords {
  const saved =
    choice.kind === 'service' && choice.context !== null ? savedContext(settings, choice.context) : null;
  const usual = project?.profile ?? saved?.profile;
  const profile = choice.profile ?? (usual === undefined ? undefined : 'none');
  return [...placeWords(choice), ...(profile === undefined ? [] : [['-p', profile] as const])];
}

function placeWords(choice: Choice): FlagWords {
  if (choice.kind === 'sandbox') return [['--sandbox']];
  if (choice.context !== null) return [['-c', choice.context]];
  return choice.origin.kind === 'flag' ? [['--base-url', choice.target.baseUrl.href]] : [];
}
