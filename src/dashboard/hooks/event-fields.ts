/** A value of an event that can be changed, by the path that `--set` takes. */
export interface EventField {
  /** `actionResults.0.status` */
  readonly path: string;
  readonly value: string | number | boolean | null;
}

type JsonLeaf = EventField['value'];

/** A path is split at dots, and members with this name are dropped by readers. */
const CANNOT_BE_SET = /[.=]|^$|^__proto__$/;

/** Lists the values of an event, those of lists and objects inside of it, too. */
export function listEventFields(event: unknown): readonly EventField[] {
  return [...listBelow(event, [])];
}

function* listBelow(value: unknown, steps: readonly string[]): Generator<EventField> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value))
      if (!CANNOT_BE_SET.test(name)) yield* listBelow(each, [...steps, name]);
  } else if (steps.length > 0) yield { path: steps.join('.'), value: value as JsonLeaf }; // of a JSON document
}

/** What is typed for a value: texts as they are, an empty one for null. */
export function toTyped(value: JsonLeaf): string {
  return value === null ? '' : String(value);
}

/**
 * Writes the changed values as `--set` takes them. A text stays a text, whatever it looks like; what was null gets the type
 * of its field.
 *
 * @param typed by path; null is the value null
 */
export function listAssignments(
  fields: readonly EventField[],
  typed: ReadonlyMap<string, string | null>,
): readonly string[] {
  return fields.flatMap(({ path, value }) => {
    const text = typed.get(path);
    if (text === undefined || text === (value === null ? null : toTyped(value))) return [];
    if (text === null) return [`${path}=null`];
    return [`${path}=${typeof value === 'string' ? JSON.stringify(text) : text}`];
  });
}
