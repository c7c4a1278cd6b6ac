import type { Column } from '../render/view.ts';
import type { Problem } from './check-document.ts';

/** A problem in one sentence, as the service tells it, with the nearest name where the sentence has not said it. */
export function formatProblem({ path, message, suggestion }: Problem): string {
  const place = path === null ? '' : `${path}: `;
  const isSaid = suggestion === null || message.includes(`"${suggestion}"`);
  return `${place}${message}${isSaid ? '' : `; did you mean "${suggestion}"?`}`;
}

/** Where a problem is, as editors and terminals make links of: `brew.yaml:3:5`. */
export function formatProblemPlace({ file, line, column }: Problem): string {
  return `${file}:${line}:${column}`;
}

/** People see the place as one, which a terminal can open; programs get its parts. */
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
