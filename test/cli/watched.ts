import { startStore } from '../engine/store.js';
import { place } from './run-program.js';

/** As little of a run as has a DELETE. */
export const ONE_CANCEL = ['--scenario', 'cancel-unknown-plain'];

/**
 * A store, and a place to judge it from.
 * @param look sees the directory whenever the store gets a request, and which order that would cancel
 */
export async function watchedPlace(
  look: (cwd: string, cancelled: string | undefined) => void,
  files: Readonly<Record<string, string>> = {},
) {
  let cwd = '';
  const store = await startStore({
    behaviour: () => ({
      intercept: ({ operation, idText }) => {
        look(cwd, operation === 'cancelOrder' ? idText : undefined);
        return undefined;
      },
    }),
  });
  const there = await place(store, files);
  cwd = there.cwd;
  return { store, ...there };
}
