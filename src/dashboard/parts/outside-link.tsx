import type { ComponentChildren } from 'preact';

/** A link to a network's own page, in another tab; its text without a link where the address is none of the web. */
export function OutsideLink({ url, children }: { url: string; children: ComponentChildren }) {
  if (!/^https?:\/\//i.test(url)) return <bdi>{children}</bdi>;
  return (
    <a class="outside-link" href={url} target="_blank" rel="noopener noreferrer">
      {children} <span aria-hidden="true">↗</span>
    </a>
  );
}
