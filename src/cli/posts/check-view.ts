import type { Column, ListView } from '../render/view.ts';
import type { PostCheckDocument, PostProblem } from './check-document.ts';
import { FAULT_COLUMNS, PLACE_COLUMNS } from './fault-columns.ts';

/** Builds the table of problems, or the sentence that there are none. */
export function buildPostCheckView(document: PostCheckDocument): ListView<unknown> {
  const columns: readonly Column<PostProblem>[] = [
    ...PLACE_COLUMNS.map((column) => (document.files === 0 ? { ...column, dataOnly: true } : column)),
    ...FAULT_COLUMNS,
  ];
  return {
    kind: 'list',
    document,
    key: 'problems',
    rows: document.problems,
    columns: columns as readonly Column<unknown>[], // of the rows above
    empty: describeEmpty(document),
    notesEmpty: true,
  };
}

function describeEmpty({ files, posts }: PostCheckDocument): string {
  const what = files === 0 ? '' : `${posts} ${posts === 1 ? 'post' : 'posts'}, `;
  return `${what}no problems, as far as can be known without the accounts and the media`;
}
