import { EXIT } from '../../errors.ts';
import type { Topic } from '../command.ts';
import { formatRows } from '../format-rows.ts';

const rows = Object.entries(EXIT).map(([kind, { code, when }]) => [String(code), kind, when] as const);

export const topic: Topic = {
  summary: 'How a command can end, for scripts',
  text: (width) => `
The class comes from the service's numbered code first, then from the HTTP status. With --json or -o ndjson the last line
of stderr is one JSON object that holds the same: {"error":{"kind","exitCode","code","http","message",...}}.

${formatRows(rows, width)}

  $ crier comments get Lt5nWc8RjYq3GvKs6PxA --sandbox; echo $?
  $ crier errors show 288
`,
};
