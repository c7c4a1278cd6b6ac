import { DAY } from '../minutes.ts';

/** When the spring blend was announced, in minutes ago; its comments are dated relative to it. */
export const LAUNCHED = 2 * DAY;
