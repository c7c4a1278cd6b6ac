/** The fields of a record, as the table of comment records writes them; a nested record has its own. */
export interface Fields {
  [name: string]: Fields;
}

/**
 * Reads "comment, from {name, id} or {id, username} (why), user {id}" into names and nested names.
 * What stands in round brackets is left out; "and" and "or" separate as commas do.
 */
export function readFields(text: string): Fields {
  const fields: Fields = {};
  let last = fields;
  for (const [, nested, name] of text.replace(/\([^)]*\)/g, '').matchAll(/\{([^}]*)\}|([A-Za-z]+)/g)) {
    if (nested !== undefined) Object.assign(last, readFields(nested));
    else if (name !== undefined && !['and', 'or'].includes(name)) {
      last = fields[name] ?? {};
      fields[name] = last;
    }
  }
  return fields;
}

/** The comment and the reply of one row of the table; a reply is null where replies do not come along. */
export function readRecord(cell: string): { comment: Fields; reply: Fields | null } {
  const [first = '', ...notes] = cell.split(/\.\s+|\.$/);
  const { replies, ...own } = {
    ...readFields(first),
    ...fieldsAfter(notes, /^Company comments additionally: /),
  };
  const comment = spellOut(replies ? { ...own, replies: {} } : own);
  if (!replies) return { comment, reply: null };
  if (Object.keys(replies).length > 0) return { comment, reply: replies };
  return { comment, reply: spellOut(fieldsAfter(notes, /^A reply has: /) ?? likeTheComment(comment, notes)) };
}

function likeTheComment(comment: Fields, notes: readonly string[]): Fields {
  const more = fieldsAfter(notes, /^A reply (?:uses .* also|additionally) has /);
  const otherId = notes
    .map((note) => /^A reply uses `(\w+)` for its comment id/.exec(note)?.[1])
    .find(Boolean);
  const { commentId = {}, ...others } = { ...comment, ...more };
  return { ...others, [otherId ?? 'commentId']: commentId };
}

/** The table writes a nested record out once: a nested name that stands in the record itself means the same. */
function spellOut(record: Fields): Fields {
  const full = (nested: Fields): Fields =>
    Object.fromEntries(Object.keys(nested).map((name) => [name, record[name] ?? {}]));
  return Object.fromEntries(Object.entries(record).map(([name, nested]) => [name, full(nested)]));
}

function fieldsAfter(notes: readonly string[], start: RegExp): Fields | null {
  const note = notes.find((sentence) => start.test(sentence));
  return note === undefined ? null : readFields(note.replace(start, ''));
}
