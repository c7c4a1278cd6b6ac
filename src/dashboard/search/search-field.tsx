import { useEffect, useRef } from 'preact/hooks';
import { place } from '../page-store.ts';

/** Searches everything that the page shows; `/` leads to it from anywhere. */
export function SearchField() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyped =
        event.target instanceof HTMLElement && event.target.matches('input, textarea, select, dialog *');
      if (event.key !== '/' || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  const { view, parameters } = place.value;
  return (
    <search>
      <input
        ref={field}
        type="search"
        class="search-field"
        placeholder="Search  /"
        aria-label="Search everything"
        aria-keyshortcuts="/"
        value={view === 'search' ? (parameters.get('words') ?? '') : ''}
        onChange={({ currentTarget }) => {
          const words = currentTarget.value.trim();
          if (words !== '') location.hash = `#/search?${new URLSearchParams({ words })}`;
        }}
      />
    </search>
  );
}
