import type { Chosen } from '../context.ts';
import { type Dialect, findContext, SANDBOX } from './settings.ts';

/** Which spelling of the comment routes the chosen service has. @see docs/service/comments.md#dialects */
export function getDialect({ choice, settings }: Pick<Chosen, 'choice' | 'settings'>): Dialect {
  const context = choice.kind === 'sandbox' ? SANDBOX : choice.context;
  const saved = context === null ? null : findContext(settings, context);
  return saved?.dialect ?? 'spec';
}
