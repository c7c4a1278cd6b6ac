// Why no test notices a change: mostly since nothing that the program does differs.
import { REASONS_OF_DOMAIN } from './reasons/domain.ts';
import { REASONS_OF_ENGINE } from './reasons/engine.ts';
import { REASONS_OF_OUTBOUND } from './reasons/outbound.ts';
import { REASONS_OF_POSTS } from './reasons/posts.ts';
import { REASONS_OF_RECEIVER } from './reasons/receiver.ts';
import { REASONS_OF_TEXTS } from './reasons/texts.ts';
import { REASONS_OF_TIMES } from './reasons/times.ts';

export const REASONS: Readonly<Record<string, string>> = {
  ...REASONS_OF_DOMAIN,
  ...REASONS_OF_ENGINE,
  ...REASONS_OF_OUTBOUND,
  ...REASONS_OF_POSTS,
  ...REASONS_OF_RECEIVER,
  ...REASONS_OF_TEXTS,
  ...REASONS_OF_TIMES,
};
