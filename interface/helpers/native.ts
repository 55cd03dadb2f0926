import { transferableAbortController } from 'node:util';

/** Node's own: a host such as happy-dom puts others into their place, which functions of Node refuse. */
const controller = transferableAbortController();
export const NodeAbortController = controller.constructor as typeof AbortController;
export const NodeAbortSignal = controller.signal.constructor as typeof AbortSignal;
