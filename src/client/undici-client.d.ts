/**
 * The one part of undici that a request needs. Importing undici whole costs twice as much at the start
 * of the program. The package declares no `exports`, its version is pinned, and a test holds this class
 * to be the one that undici itself exports.
 */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export default Client;
}
