import type { Chosen } from '../context/context.ts';
import { type Dialect, findContext, SANDBOX } from './settings.ts';

/** The spelling of the comment routes of the chosen service. @see docs/service/comments.md#dialects */
export function getDialect({ choice, settings }: Pick<Chosen, 'choice' | 'settings'>): Dialect {
  const context = choice.kind === 'sandbox' ? SANDBOX : choice.context;
  const saved = context === null ? null : findContext(settings, context);
  return saved?.dialect ?? 'spec';
}
