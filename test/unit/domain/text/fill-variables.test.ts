import { expect, test } from 'vitest';
import { escapeVariables, fillVariables, listVariables } from '../../../../src/domain/text/fill-variables.ts';
import { fillReplyVariables, REPLY_VARIABLES } from '../../../../src/domain/text/reply-variables.ts';

const VALUES = new Map([
  ['name', 'Ann {{city}}'],
  ['city', 'Oslo'],
  ['gap', ' '],
]);

test.each<[string, string, string, (readonly string[])?, (readonly string[])?]>([
  ['a variable, in any case and with blanks', '{{Name}} of {{ city }}', 'Ann {{city}} of Oslo'],
  ['one that is not known stays, and is named', '{{ Town }} {{a}}', '{{ Town }} {{a}}', ['Town', 'a']],
  ['one that is empty is named', 'a{{ gap }}b', 'a b', [], ['gap']],
  ['braces that are meant', '{{{{name}}}}', '{{name}}'],
  ['single braces', '{name} {{na{me}}', '{name} {{na{me}}'],
])('filled: %s', (_what, text, filled, unknown = [], empty = []) => {
  expect(fillVariables(text, VALUES)).toEqual({ text: filled, unknown, empty });
});

test('an escaped text is filled to itself', () => {
  for (const text of ['{{name}}', '{{{{', '}}}}', 'a {b} }}{{'])
    expect(fillVariables(escapeVariables(text), VALUES).text).toBe(text);
});

test('the variables of a text', () => {
  expect(listVariables('{{ Name }}, {{{{city}}}}, {{a b}}')).toEqual(['name', 'a b']);
});

test.each<[string, string | null, string | null, string, string | null]>([
  ['both', 'ann', 'Ann', '@ann Ann', null],
  ['no name: the handle', 'ann', null, '@ann ann', null],
  ['a name of blanks: the handle', 'ann', ' \u202e\t', '@ann ann', null],
  ['no handle: a name is none', null, 'Ann', '@ Ann', 'handle'],
  ['neither', null, null, '@ ', 'handle'],
  [
    'line breaks, controls and turns of direction',
    'ann',
    ' \u2066A\n\n\u0007n\u202En\u2069 ',
    '@ann A nn',
    null,
  ],
])('a reply is filled: %s', (_what, handle, name, text, missing) => {
  expect(fillReplyVariables('@{{handle}} {{name}}', { handle, name })).toEqual({ text, missing });
});

test('a saved reply is shown with the names of its variables', () => {
  expect(fillVariables('{{handle}} {{name}}', REPLY_VARIABLES)).toMatchObject({
    text: 'handle name',
    unknown: [],
  });
});
