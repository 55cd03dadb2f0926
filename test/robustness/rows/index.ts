import type { Group } from '../row.js';
import { structures } from './bodies.js';
import { lengths, smuggling } from './framing.js';
import { connections, interimResponses, redirects, versions } from './messages.js';
import { proxies, tls } from './network.js';
import { brokenOff, slowness } from './phases.js';
import { codings, volume } from './volume.js';

export const groups: readonly Group[] = [
  brokenOff,
  slowness,
  lengths,
  smuggling,
  volume,
  codings,
  interimResponses,
  versions,
  structures,
  redirects,
  connections,
  tls,
  proxies,
];
