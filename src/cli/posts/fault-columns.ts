import type { Column } from '../render/view.ts';
import type { PostProblem } from './check-document.ts';

/** Effects for people. */
const EFFECTS: Readonly<Record<PostProblem['effect'], string>> = {
  request: 'refused',
  network: 'refused',
  warning: 'warning',
};

/** Position that editors and terminals turn into a link: `post.yaml:3:5`; programs get its parts. */
export const PLACE_COLUMNS: readonly Column<PostProblem>[] = [
  {
    name: 'file',
    title: 'place',
    value: ({ file }) => file,
    show: ({ file, line, column }) => `${file}:${line}:${column}`,
    role: 'id',
    drop: 0,
  },
  { name: 'line', title: 'line', value: ({ line }) => line, dataOnly: true },
  { name: 'column', title: 'column', value: ({ column }) => column, dataOnly: true },
  { name: 'post', title: 'post', value: ({ post }) => post, dataOnly: true },
];

/** Tables show the field and the message as one sentence; programs get both. */
export const FAULT_COLUMNS: readonly Column<PostProblem>[] = [
  {
    name: 'platform',
    title: 'network',
    value: ({ platform }) => platform,
    role: 'network',
    placeholder: () => '(all)',
    drop: 0,
  },
  {
    name: 'effect',
    title: 'effect',
    value: ({ effect }) => effect,
    show: ({ effect }) => EFFECTS[effect],
    role: 'status',
    drop: 0,
  },
  { name: 'code', title: 'code', value: ({ code }) => code, drop: 1 },
  { name: 'path', title: 'field', value: ({ path }) => path, dataOnly: true },
  {
    name: 'message',
    title: 'what',
    value: ({ message }) => message,
    show: ({ path, message }) => (path === '' ? message : `${path}: ${message}`),
    flexible: true,
    wraps: true,
  },
];
