/**
 * Finds a password in the text of a password file of Postgres: lines of `host:port:database:user:password`, of which the
 * first one that matches decides; a comment matches no host. `*` matches all, and a backslash makes the next character an
 * ordinary one.
 *
 * @returns undefined if no line matches
 */
export function findPassword(
  text: string,
  { host, port, database, user }: Record<'host' | 'port' | 'database' | 'user', string>,
): string | undefined {
  const wanted = [host, port, database, user];
  for (const line of text.split(/\r?\n/)) {
    const fields = [...line.matchAll(/(?:^|:)((?:\\.|[^:\\])*)/g)].map(([, field = '']) => field);
    const [password] = fields.slice(wanted.length);
    if (password === undefined || password === '') continue;
    const isMatch = wanted.every(
      (value, place) => fields[place] === '*' || removeEscapes(fields[place]) === value,
    );
    // a colon of the password need not be escaped
    if (isMatch) return removeEscapes(fields.slice(wanted.length).join(':'));
  }
  return undefined;
}

function removeEscapes(field = ''): string {
  return field.replace(/\\(.)/g, '$1');
}
