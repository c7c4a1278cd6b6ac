import { expect, test } from 'vitest';
import * as z from 'zod';
import { COMMANDS } from '../../../../../src/cli/framework/command/command-list.ts';
import { getUntrustedFields } from '../../../../../src/cli/framework/command/untrusted-fields.ts';
import { loadOutputSchema } from '../../../../../src/cli/framework/many/across-document.ts';

/** Names that fields of people, and of what they wrote, have in records of the service and of crier. */
const OF_OTHERS =
  /(?:^|\.)(?:author|commentText|recipientUsername|reviewer|person|senderDetails|displayArtist|refererCounts)$/;

interface SchemaNode {
  readonly $ref?: string;
  readonly anyOf?: readonly SchemaNode[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
}

/** The fields of a schema as jq names them; those of records in themselves once. */
function listFields(
  root: SchemaNode & { readonly $defs?: Readonly<Record<string, SchemaNode>> },
): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (
    { $ref, anyOf = [], properties = {}, items }: SchemaNode,
    path: string,
    inside: readonly string[],
  ) => {
    if (path !== '') found.add(path);
    for (const each of anyOf) walk(each, path, inside);
    for (const [name, each] of Object.entries(properties))
      walk(each, path === '' ? name : `${path}.${name}`, inside);
    if (items !== undefined) walk(items, `${path}[]`, inside);
    if ($ref === undefined || inside.includes($ref)) return;
    walk(root.$defs?.[$ref.replace('#/$defs/', '')] ?? {}, path, [...inside, $ref]);
  };
  walk(root, '', []);
  return found;
}

const fieldsOf = await Promise.all(
  COMMANDS.map(async ({ path, load }) => {
    const schema = z.toJSONSchema(await loadOutputSchema(await load()), {
      io: 'output',
      unrepresentable: 'any',
    });
    return {
      name: path.join(' '),
      fields: listFields(schema as SchemaNode),
      untrusted: getUntrustedFields(path),
    };
  }),
);

test('each untrusted field is one of a document of its command', () => {
  const unknown = fieldsOf.flatMap(({ name, fields, untrusted }) =>
    untrusted.filter((path) => path !== '*' && !fields.has(path)).map((path) => `${name}: ${path}`),
  );
  expect(unknown).toEqual([]);
});

test('each field about other people is marked as untrusted, itself, what it is in, or a part of it', () => {
  const unmarked = fieldsOf.flatMap(({ name, fields, untrusted }) =>
    [...fields]
      .filter(
        (path) =>
          OF_OTHERS.test(path) && !untrusted.some((each) => isWithin(path, each) || isWithin(each, path)),
      )
      .map((path) => `${name}: ${path}`),
  );
  expect(unmarked).toEqual([]);
});

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[]`);
}
