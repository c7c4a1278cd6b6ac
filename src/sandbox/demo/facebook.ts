import type { SeedUser } from '../seed.ts';

export const FACEBOOK_PEOPLE: readonly SeedUser[] = [
  { handle: 'kestrellanecoffee', name: 'Kestrel Lane Coffee' },
  { handle: 'kestrellaneharbour', name: 'Kestrel Lane Harbour' },
  { handle: 'orla.finnick', name: 'Orla Finnick' },
  { handle: 'dara.wexcombe', name: 'Dara Wexcombe' },
  { handle: 'hamish.trulove', name: 'Hamish Trulove-Oates' },
  { handle: 'bettina.sandkuhl', name: 'Bettina Sandkuhl' },
  { handle: 'ivo.marchettini', name: 'Ivo Marchettini' },
  { handle: 'greta.lowther', name: 'Greta Lowther-Pym' },
  { handle: 'samson.adeyinka', name: 'Samson Adeyinka-Rhys' },
  { handle: 'rosalba.quint', name: 'Rosalba Quintero Vey' },
  { handle: 'len.hathersage', name: 'Len Hathersage' },
  { handle: 'maud.perriwinkle', name: 'Maud Perriwinkle' },
  { handle: 'tuva.brekke', name: 'Tuva Brekke-Sand' },
  { handle: 'noor.elmasrawi', name: 'Noor Elmasrawi' },
  { handle: 'callum.fiskerton', name: 'Callum Fiskerton' },
];
