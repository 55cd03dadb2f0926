import type { Look, Plan } from '../../evidence/plan.js';
import { UsageError } from '../../interface/helpers/usage-error.js';
import type { Settings } from '../settings/settings.js';
import { planRequests } from './plan.js';

/** The traits of most keys. */
const ANY_KEY = { hasLetters: true, isOneCharacter: false };

/**
 * The plan for these settings. It does not have orders that provisioning would add.
 * @param look the first listing; absent before it is sent
 * @throws UsageError if the settings select nothing that counts
 */
export function planOf(settings: Settings, look?: Look): Plan {
  const { apiKey, dryRun, edition } = settings;
  // A dry run needs no key.
  const key = apiKey?.traits ?? (dryRun ? ANY_KEY : undefined);
  const planned = planRequests({ ...settings, key }, look);
  if (planned.selected.some((id) => id in edition.requirements)) return planned;
  throw new UsageError(
    `The options select only requirements that came after edition ${edition.id}, so the run would judge nothing. Choose a later --edition, or select more. Nothing was sent.`,
  );
}
