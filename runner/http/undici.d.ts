/** Loading this file takes a third of the time of the whole package. It has no types of its own. */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export = Client;
}
