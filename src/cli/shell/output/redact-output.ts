import { redactError } from '../../../client/redact-error.ts';
import type { KnownSecrets } from '../../context/known-secrets.ts';
import type { CommandText } from '../shell-command.ts';
import type { Output } from './output.ts';

/**
 * Wraps an output so that notes, questions and errors are redacted; the client redacts data, whose shape it
 * knows.
 */
export function redactOutput(output: Output, { redact, redactTruncated }: KnownSecrets): Output {
  return {
    ...output,
    note: (sentence) => output.note(redact(sentence)),
    // a masked value stays one word
    command: ({ lead, line }) => output.command({ lead: redact(lead), line: redact(line) as CommandText }),
    ask: (question) => output.ask(redact(question)),
    drawn: (text) => output.drawn(redact(text)),
    trace: (line) => output.trace(redact(line)),
    failure: (error) => output.failure(redactError(error, redact, redactTruncated)),
  };
}
