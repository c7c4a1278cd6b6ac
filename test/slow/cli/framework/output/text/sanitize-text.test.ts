import { expect, test } from 'vitest';
import { escapeJson, sanitizeText } from '../../../../../../src/cli/framework/output/text/sanitize-text.ts';

test('no character that JSON takes unseen is one that people would be shown otherwise', () => {
  const lastCodePoint = 0x10ffff;
  const wrong = Array.from({ length: lastCodePoint + 1 }, (_each, code) => String.fromCodePoint(code)).filter(
    (char) => char > '\x7f' && escapeJson(char) === char && sanitizeText(char) !== char,
  );
  expect(wrong).toEqual([]);
});
