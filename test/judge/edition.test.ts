import { expect, onTestFinished, test, vi } from 'vitest';
import { planOf } from '../../runner/engine/plan-of-settings.js';
import { settingsFromOptions } from '../../runner/settings/options.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { edition } from './contract.js';

// expected/judgements.txt has runs that are scored by an edition.

test('a selection that judges nothing is refused before anything is sent', () => {
  const planning = (options: { edition?: string; requirements?: string[] }) => () =>
    planOf(settingsFromOptions({ baseUrl: 'http://127.0.0.1/v1', apiKey: 'any-key', ...options }));
  const editions = [edition('1', { 'list.status': 'must' }), ...storeOrdersInterface.editions];
  const spy = vi.spyOn(storeOrdersInterface, 'editions', 'get').mockReturnValue(editions);
  onTestFinished(() => spy.mockRestore());
  expect(planning({ edition: '1', requirements: ['auth.first', 'list.status'] })).not.toThrow();
  expect(planning({ edition: '1', requirements: ['auth.first'] })).toThrow(
    'The options select only requirements that came after edition 1, so the run would judge nothing. Choose a later --edition, or select more. Nothing was sent.',
  );
});
