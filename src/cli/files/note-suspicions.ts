import { findTextSuspicions } from '../../domain/text/suspect-text.ts';
import type { IoPort } from '../context/io.ts';

/** Warns of a text that is about to be sent and may not be what was meant. @param name the text in messages */
export async function noteSuspicions(
  text: string | undefined,
  io: Pick<IoPort, 'note'>,
  name: string = 'the text',
): Promise<void> {
  for (const message of findTextSuspicions(text ?? '')) await io.note(`warning: ${name} ${message}`);
}
