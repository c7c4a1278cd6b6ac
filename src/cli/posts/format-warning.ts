import { ERRORS } from '../../facts/errors.ts';
import { getLegName } from '../render/failed-entry.ts';

/** A warning as the service gives it: of a network or of the whole, with more or less of these. */
interface ServiceWarning {
  readonly code?: number | null | undefined;
  readonly message?: string | null | undefined;
  readonly [more: string]: unknown;
}

/**
 * A warning in one line: `518, audioName: it was dropped`.
 *
 * @see docs/service/errors.md#code-307, #code-518
 */
export function formatWarning({ code, message, feature, platform }: ServiceWarning): string {
  const text = message ?? ERRORS[code ?? 0]?.meaning ?? 'without a word';
  const about = [code, feature].filter((part) => typeof part === 'number' || typeof part === 'string');
  const network = typeof platform === 'string' ? `${getLegName(platform)}: ` : '';
  return `${network}${about.join(', ')}${about.length > 0 ? ': ' : ''}${text}`;
}
