import { useEffect, useState } from 'preact/hooks';
import { said } from '../page-store.ts';

const COPIED_MS = 2_000;

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      said.value = `Copied the ${what}.`;
    } catch {
      said.value = 'The browser did not allow it: select the text, and copy it.';
    }
  };
  return (
    <button type="button" class="small" onClick={() => void copy()}>
      {isCopied ? 'Copied' : `Copy ${what}`}
    </button>
  );
}
