import type { RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

/** A moment after the last letter. */
const SEARCH_MS = 300;

/** A field that searches while it is typed, and at once when Enter is pressed or a suggestion is chosen. */
export function SearchInput({
  label,
  placeholder = label,
  value,
  suggestions = [],
  field,
  onSearch,
}: {
  label: string;
  placeholder?: string;
  /** What is searched for, as the address has it. */
  value: string;
  /** What is offered while it is typed, such as the handles of people. */
  suggestions?: readonly string[];
  /** For a key that leads to it. */
  field?: RefObject<HTMLInputElement | null>;
  onSearch(words: string): void;
}) {
  const [text, setText] = useState(value);
  const searched = useRef(value);
  const list = useId();
  useEffect(() => {
    // of a link, or of the history of the browser; what is being typed meanwhile stays
    if (value !== searched.current) setText(value);
    searched.current = value;
  }, [value]);
  const words = text.trim();
  const search = () => {
    if (words === searched.current) return;
    searched.current = words;
    onSearch(words);
  };
  useEffect(() => {
    if (words === value) return;
    const timer = setTimeout(search, suggestions.includes(words) ? 0 : SEARCH_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <>
      <input
        ref={field ?? null}
        type="search"
        placeholder={placeholder}
        aria-label={label}
        dir="auto"
        value={text}
        list={suggestions.length > 0 ? list : undefined}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onChange={search}
      />
      {suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}
