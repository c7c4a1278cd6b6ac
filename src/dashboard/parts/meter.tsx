import { useLayoutEffect, useRef } from 'preact/hooks';

/** A share as the length of a bar, beside its number. @param share 0 to 1 */
export function Meter({ share, kind }: { share: number; kind: 'sent' | 'failed' | 'other' }) {
  const bar = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    bar.current?.style.setProperty('width', `${100 * Math.min(1, share)}%`);
  }, [share]);
  return (
    <span class={`meter is-${kind}`} aria-hidden="true">
      <span ref={bar} />
    </span>
  );
}
