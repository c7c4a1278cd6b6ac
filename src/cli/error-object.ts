import { type CrierError, EXIT } from '../errors.ts';
import { isRecord } from '../rules/loose-record.ts';
import type { ErrorDocument } from './error-document.ts';

/** A failure as programs are told of it. */
export function errorObject({ kind, message, facts }: CrierError): ErrorDocument {
  return {
    kind,
    exitCode: EXIT[kind].code,
    code: facts.code ?? null,
    http: facts.http ?? null,
    message,
    meaning: facts.meaning ?? null,
    advice: facts.advice ?? null,
    details: detailsOf(facts.details ?? null, facts.errors ?? []),
    retryAvailable: facts.retryAvailable ?? null,
    relink: facts.relink ?? null,
  };
}

/** The failures of single networks have no member of their own: they go with the details. */
function detailsOf(details: unknown, errors: readonly unknown[]): unknown {
  if (errors.length === 0) return details;
  if (details === null) return { errors };
  return isRecord(details) ? { errors, ...details } : { details, errors };
}
