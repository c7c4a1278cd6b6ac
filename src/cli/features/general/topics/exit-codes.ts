import { EXIT } from '../../../../errors.ts';
import type { Topic } from '../../../framework/command/command.ts';
import { formatRows } from '../../../framework/output/text/wrap.ts';

const rows = Object.entries(EXIT).map(([kind, { code, when }]) => [String(code), kind, when] as const);

export const topic: Topic = {
  summary: 'Exit codes and error output for scripts',
  text: (width) => `
The exit code is derived from the numbered error of the service, or else from the HTTP status. With --json or -o ndjson,
the last line on stderr is the error as a JSON object: {"error":{"kind","exitCode","code","http","message",...}}.

${formatRows(rows, width)}

  $ crier comments get Lt5nWc8RjYq3GvKs6PxA --sandbox; echo $?
  $ crier errors show 288
`,
};
