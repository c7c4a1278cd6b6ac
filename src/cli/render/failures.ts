import { isRecord } from '../../domain/json/loose-record.ts';
import { type CrierError, type ErrorFacts, EXIT } from '../../errors.ts';
import type { ErrorDocument } from './error-document.ts';

/** Converts a failure to its JSON document. */
export function toErrorDocument({ kind, message, facts }: CrierError): ErrorDocument {
  return {
    kind,
    exitCode: EXIT[kind].code,
    code: facts.code ?? null,
    http: facts.http ?? null,
    message,
    meaning: facts.meaning ?? null,
    advice: facts.advice ?? null,
    details: collectDetails(facts),
    retryAvailable: facts.retryAvailable ?? null,
    relink: facts.relink ?? null,
  };
}

/**
 * Details also hold what has no member of its own: the failures of networks, and the id of a post that was
 * kept.
 */
function collectDetails({ details = null, errors = [], postId }: ErrorFacts): unknown {
  const more = { ...(postId !== undefined && { id: postId }), ...(errors.length > 0 && { errors }) };
  if (Object.keys(more).length === 0) return details;
  if (details === null) return more;
  return isRecord(details) ? { ...more, ...details } : { details, ...more };
}
