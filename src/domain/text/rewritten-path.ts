/**
 * Finds what was typed where Git Bash or MSYS2 has replaced an argument that begins with a slash: `/user` becomes
 * `C:/Program Files/Git/user`, and the list `/a:/b` becomes `C:\Program Files\Git\a;C:\Program Files\Git\b`.
 *
 * @param roots further folders that may be its root, such as `D:/tools/bash`; its usual names are known
 * @returns `/user`; null for any other text
 * @see https://www.msys2.org/docs/filesystem-paths/#automatic-unix-windows-path-conversion
 */
export function findTypedPath(text: string, roots: readonly string[] = []): string | null {
  const length = getRootLength(text, roots);
  if (length === null) return null;
  const root = text.slice(0, length);
  const parts = text.split(`;${root}`);
  return parts
    .map((part, at) => (at === 0 ? part.slice(length) : part))
    .map((part) => (parts.length > 1 ? part.replaceAll('\\', '/') : part).replace(/^[/\\]?/, '/'))
    .join(':');
}

/** Whether a text begins with a drive of Windows, as each path does that Git Bash has replaced. */
export function hasDrive(text: string): boolean {
  return /^[a-z]:[/\\]/i.test(text);
}

/** Length of the root, without the slash behind it. */
function getRootLength(text: string, roots: readonly string[]): number | null {
  const known = roots.find((root) => {
    const begin = text.slice(0, root.length).replaceAll('\\', '/');
    return begin.toLowerCase() === root.toLowerCase() && /^[/\\]/.test(text.slice(root.length));
  });
  return known?.length ?? USUAL_ROOT.exec(text)?.[0].length ?? null;
}

/**
 * A folder of Git for Windows or MSYS2: installed for all or for one user, portable, or by a package manager, which adds
 * a folder for the version. Lengths are bounded, so that matching takes linear time.
 */
const USUAL_ROOT =
  /^[a-z]:[/\\](?:[^/\\:*?"<>|\r\n]{1,80}[/\\]){0,8}?(?:(?:portable|min)?git(?:-?bash|-for-windows)?|git-sdk-(?:32|64)|msys-?(?:2|32|64)?|cygwin(?:64)?)(?:[/\\](?:current|\d+\.\d[\w.-]{0,30}))?(?=[/\\])/i;
