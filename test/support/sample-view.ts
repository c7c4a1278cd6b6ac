import type { TextStyle } from '../../src/cli/framework/output/text/style.ts';
import type { Column, ListView, PageView, RecordView } from '../../src/cli/framework/output/view.ts';

/** A comment as far as these tests need one. */
export interface SampleComment {
  readonly platform: string;
  readonly id: string;
  readonly author: { readonly name: string | null; readonly handle: string | null };
  readonly text: string;
  readonly likes: number | null;
  readonly createdAt: string;
  readonly depth: number;
  readonly extra: Readonly<Record<string, unknown>>;
}

const NOW = Date.parse('2026-03-14T12:00:00Z');

/** A person at a terminal of 80 columns, without colours. */
export const PLAIN_LOOK: TextStyle = { width: 80, colorLevel: 0, now: NOW, accessible: false };

const COLUMNS: readonly Column<SampleComment>[] = [
  { name: 'platform', title: 'network', value: ({ platform }) => platform, role: 'network' },
  { name: 'id', title: 'id', value: ({ id }) => id, role: 'id', dataOnly: true },
  { name: 'author.name', title: 'name', value: ({ author }) => author.name, dataOnly: true },
  { name: 'author.handle', title: 'author', value: ({ author }) => author.handle, role: 'name', drop: 1 },
  { name: 'text', title: 'comment', value: ({ text }) => text, role: 'text', flexible: true },
  { name: 'likes', title: 'likes', value: ({ likes }) => likes, role: 'count', drop: 3 },
  { name: 'createdAt', title: 'when', value: ({ createdAt }) => createdAt, role: 'time', drop: 2 },
  { name: 'extra', title: 'extra', value: ({ extra }) => extra, dataOnly: true },
];

export function sampleComment(given: Partial<SampleComment> = {}): SampleComment {
  return {
    platform: 'instagram',
    id: '17841405793187218',
    author: { name: 'Mia Keller', handle: 'mia.keller' },
    text: 'Is the oat one back?',
    likes: 12,
    createdAt: '2026-03-14T09:00:00Z',
    depth: 0,
    extra: {},
    ...given,
  };
}

/** A list as `comments get` shows it. */
export function sampleList(rows: readonly SampleComment[]): ListView<SampleComment> {
  return {
    kind: 'list',
    document: { status: 'success', comments: rows, errors: [] },
    key: 'comments',
    rows,
    columns: COLUMNS,
    depth: ({ depth }) => depth,
    empty: 'no comments yet',
  };
}

/** Comments that hold one text wherever a stranger could put it. */
export function hostileComments(text: string): readonly SampleComment[] {
  const author = { name: text, handle: text };
  const extra = { [text]: text, list: [text, { [text]: null }] };
  const hostile = { platform: text, id: text, author, text, createdAt: text, extra };
  return [sampleComment(), sampleComment(hostile), sampleComment({ ...hostile, depth: 2 }), sampleComment()];
}

export function hostileList(text: string): ListView<unknown> {
  return { ...sampleList(hostileComments(text)), heading: `comments of ${text}` };
}

export function hostileRecord(text: string): RecordView {
  const lines = [
    { name: 'text', title: 'text', value: text },
    { name: 'extra', title: text, value: { [text]: text } },
  ];
  return { kind: 'record', document: { text, extra: { [text]: text } }, lines };
}

export function hostilePage(text: string): PageView {
  const kinds = ['prose', 'head', 'command', 'output'] as const;
  return { kind: 'page', document: { text }, blocks: kinds.map((kind) => ({ kind, text })) };
}
