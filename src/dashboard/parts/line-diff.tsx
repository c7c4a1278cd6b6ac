import { alignLists } from '../../domain/text/align-lists.ts';

/** What a text was, and what it becomes: lines that go with -, those that come with +, and those that stay. */
export function LineDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const [was, is] = [before, after].map((text) => text.split('\n')) as [string[], string[]]; // two texts
  const pairs = alignLists(was, is, (one, other) => (one === other ? 1 : 0));
  return (
    <ol class="line-diff" aria-label={label}>
      {pairs.map(([one, other]) => (
        <li key={`${one} ${other}`} class={other === null ? 'removed' : one === null ? 'added' : undefined}>
          <span class="sign">{other === null ? '−' : one === null ? '+' : ''}</span>
          {other === null ? (
            <del dir="auto">{was[one ?? 0]}</del>
          ) : one === null ? (
            <ins dir="auto">{is[other]}</ins>
          ) : (
            <span class="dim" dir="auto">
              {is[other]}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
