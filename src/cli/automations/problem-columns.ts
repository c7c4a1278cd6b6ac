import type { Column } from '../render/view.ts';
import type { Problem } from './check-document.ts';

/** Formats a problem in one sentence, with the suggested name unless the message contains it. */
export function formatProblem({ path, message, suggestion }: Problem): string {
  const place = path === null ? '' : `${path}: `;
  const isSaid = suggestion === null || message.includes(`"${suggestion}"`);
  return `${place}${message}${isSaid ? '' : `; did you mean "${suggestion}"?`}`;
}

/** Position that editors and terminals turn into a link: `brew.yaml:3:5`. */
export function formatProblemPlace({ file, line, column }: Problem): string {
  return `${file}:${line}:${column}`;
}

/** Tables show the position as one column that terminals can open; programs get its parts. */
export const PROBLEM_COLUMNS: readonly Column<Problem>[] = [
  { name: 'file', title: 'place', value: ({ file }) => file, show: formatProblemPlace, role: 'id', drop: 0 },
  { name: 'line', title: 'line', value: ({ line }) => line, dataOnly: true },
  { name: 'column', title: 'column', value: ({ column }) => column, dataOnly: true },
  { name: 'severity', title: 'severity', value: ({ severity }) => severity, role: 'status', drop: 0 },
  { name: 'automation', title: 'automation', value: ({ automation }) => automation, dataOnly: true },
  { name: 'path', title: 'field', value: ({ path }) => path, dataOnly: true },
  {
    name: 'message',
    title: 'problem',
    value: ({ message }) => message,
    show: formatProblem,
    flexible: true,
    wraps: true,
  },
  { name: 'suggestion', title: 'did you mean', value: ({ suggestion }) => suggestion, dataOnly: true },
];
