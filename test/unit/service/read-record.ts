/** The fields of a record, as the table of comment records lists them; a nested record has its own. */
export interface Fields {
  [name: string]: Fields;
}

/**
 * Reads "`comment`, `from` {`name`, `id`} or {`id`, `username`} (why)" into names and nested names. Only names in
 * backquotes count, and nothing in round brackets.
 */
export function readFields(text: string): Fields {
  const fields: Fields = {};
  let last = fields;
  for (const [, nested, name] of text.replace(/\([^)]*\)/g, '').matchAll(/\{([^}]*)\}|`([A-Za-z]+)/g)) {
    if (nested !== undefined) Object.assign(last, readFields(nested));
    else if (name !== undefined) {
      last = fields[name] ?? {};
      fields[name] = last;
    }
  }
  return fields;
}

/** The comment and the reply of one row of the table; a reply is null where the record has none. */
export function readRecord(
  commentCell: string,
  replyCell: string,
): { comment: Fields; reply: Fields | null } {
  const comment = spellOutNested(readFields(commentCell));
  if (replyCell.startsWith('not part of the record')) return { comment, reply: null };
  if (!replyCell.startsWith('as a comment')) return { comment, reply: readFields(replyCell) };
  const [, replaced] = / for `(\w+)`/.exec(replyCell) ?? [];
  const more = readFields(replyCell.replace(/ for `\w+`/, ''));
  const all = Object.entries({ ...comment, ...more }).filter(([name]) => name !== replaced);
  return { comment, reply: spellOutNested(Object.fromEntries(all)) };
}

/** The table writes a nested record once: a nested name that the record has itself means the same. */
function spellOutNested(record: Fields): Fields {
  const spellOut = (nested: Fields): Fields =>
    Object.fromEntries(Object.keys(nested).map((name) => [name, record[name] ?? {}]));
  return Object.fromEntries(Object.entries(record).map(([name, nested]) => [name, spellOut(nested)]));
}
