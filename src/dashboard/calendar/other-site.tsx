/** What opens in another tab, without telling that site where it was. */
export function OtherSite({ href, children = href }: { href: string; children?: string }) {
  // an address of another kind could be a script
  if (!/^https?:\/\//i.test(href)) return <bdi>{href}</bdi>;
  return (
    <a class="other-site" href={href} target="_blank" rel="noopener noreferrer">
      <bdi>{children}</bdi>
    </a>
  );
}
