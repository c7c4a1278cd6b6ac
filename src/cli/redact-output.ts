import { redactError } from '../client/redact-error.ts';
import type { KnownSecrets } from './known-secrets.ts';
import type { Output } from './output.ts';
import type { CommandText } from './shell-command.ts';

/** An output whose talk shows no secret that the run knows; data is for the client to keep clean, which knows its shape. */
export function redactOutput(output: Output, { hide, hideCut }: KnownSecrets): Output {
  return {
    ...output,
    note: (sentence) => output.note(hide(sentence)),
    // a masked value stays one word
    command: ({ lead, line }) => output.command({ lead: hide(lead), line: hide(line) as CommandText }),
    ask: (question) => output.ask(hide(question)),
    drawn: (text) => output.drawn(hide(text)),
    trace: (line) => output.trace(hide(line)),
    failure: (error) => output.failure(redactError(error, hide, hideCut)),
  };
}
