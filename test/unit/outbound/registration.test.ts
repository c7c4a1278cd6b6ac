import { test } from 'vitest';
import { CORPUS_BAD } from './corpus-bad.ts';
import { CORPUS_GOOD } from './corpus-good.ts';
import { expectAllTaken, expectNoneAutomated, expectNoneRegistered } from './expect-registration.ts';
import { sampleOf } from './sample-of.ts';

/** A webhook takes no fragment; that is looked at elsewhere. */
const GOOD = CORPUS_GOOD.map(({ url }) => url).filter((url) => !url.includes('#'));

test('T7 S1 S3 S7 HOOK-01 no bad form can be registered', () => expectNoneRegistered(sampleOf(CORPUS_BAD)));

test('T7 S1 S3 S7 AUT-19 no bad form is accepted in an automation', () =>
  expectNoneAutomated(sampleOf(CORPUS_BAD)));

test('T7 S1 S3 S7 AUT-19 HOOK-01 every good form can be registered, and is accepted in an automation', () =>
  expectAllTaken(sampleOf(GOOD)));
