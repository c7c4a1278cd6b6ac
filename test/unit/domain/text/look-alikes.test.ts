import { expect, test } from 'vitest';
import { findStrayLookAlike, replaceLookAlikes } from '../../../../src/domain/text/look-alikes.ts';

test.each([
  ['Cyrillic capitals', 'АВЕЅІЈКМНОРԚСТУԜХҮԌ', 'ABESIJKMHOPQCTYWXYG'],
  [
    'Cyrillic small letters',
    'аеѕіјкмоԛрсухһԁԝѵү',
    'aesijkmoqpcyxhdwvy'.replace('cyx', 'cybx').replace('b', ''),
  ],
  ['Greek capitals', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ', 'ABEZHIKMNOPTYXC'],
  ['Greek small letters', 'αικνορτυχγϲϳ', 'aikvoptuxycj'],
  ['small capitals', 'ᴀʙᴄᴅᴇꜰғɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ', 'abcdeffghijklmnopqrstuvwyz'],
  ['letters in dark circles and boxes', '🅐🅩🅰🆉', 'azaz'],
  ['others stay', '🅏🅪🆊🆎ЖΩ日é ß1', '🅏🅪🆊🆎ЖΩ日é ß1'],
])('letters that look like Latin ones: %s', (_what, text, latin) => {
  expect(replaceLookAlikes(text)).toBe(latin);
});

test.each([
  ['a Cyrillic letter in a Latin word', 'cоffee', 'о'],
  ['a Greek one', 'cοffee1', 'ο'],
  ['a Latin letter in a Cyrillic word', 'кофe', 'e'],
  ['only Latin letters', 'coffee', null],
  ['only Cyrillic letters', 'кофе', null],
  ['all Cyrillic letters look Latin, though they are more', 'acосе', 'a'],
  ['a Cyrillic letter that looks like none', 'coffжe', null],
  ['a Latin letter that looks like no Cyrillic one', 'кофиg', null],
  ['as many of both, of which some look like none', 'жеcf', null],
  ['a Roman numeral is no letter', 'сосⅢ', null],
  ['as many of both: the one that is not Latin', 'cо', 'о'],
  ['as many of both, where it looks like none', 'жe', null],
  ['fewer of them, where they look like none', 'жac', null],
  ['Latin letters of which one looks like no Cyrillic one', 'кофиge', null],
  ['nothing', '', null],
])('a letter that looks like another: %s', (_what, word, stray) => {
  expect(findStrayLookAlike(word)).toBe(stray);
});
