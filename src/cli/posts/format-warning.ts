import { ERRORS } from '../../service/errors.ts';
import { getLegName } from '../render/failed-entry.ts';

/** A warning of a network or the whole post; members are optional. */
interface ServiceWarning {
  readonly code?: number | null | undefined;
  readonly message?: string | null | undefined;
  readonly [more: string]: unknown;
}

/** Formats a warning in one line: `518, audioName: it was dropped`. @see docs/service/errors.md#code-307, #code-518 */
export function formatWarning({ code, message, feature, platform }: ServiceWarning): string {
  const text = message ?? ERRORS[code ?? 0]?.meaning ?? 'no message';
  const about = [code, feature].filter((part) => typeof part === 'number' || typeof part === 'string');
  const network = typeof platform === 'string' ? `${getLegName(platform)}: ` : '';
  return `${network}${about.join(', ')}${about.length > 0 ? ': ' : ''}${text}`;
}
