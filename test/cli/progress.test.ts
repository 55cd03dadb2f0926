import { describe, expect, test } from 'vitest';
import { Progress, StatusLine } from '../../cli/shell/progress.js';
import { planOf } from '../../runner/run.js';
import { settingsFromOptions } from '../../runner/settings/options.js';
import { storeOrdersInterface } from '../../suites/contract.js';

/** What is written to a terminal of that width. */
function terminal(columns: number | undefined, env: Record<string, string> = {}) {
  const written: string[] = [];
  return { written, io: { err: (text: string) => void written.push(text), errIsTty: true, env, columns } };
}

const CLEAR = '\r\u001b[2K';

describe('the status line', () => {
  test('is cut one column before the edge of the terminal, and goes away at the end', () => {
    const { written, io } = terminal(34);
    new StatusLine(io, () => ' 7/60 scenarios, 3 s  cancel.pending, auth.first').end();
    expect(written).toEqual([`${CLEAR} 7/60 scenarios, 3 s  cancel.pen…`, CLEAR]);
  });

  test('is not shown in a pipeline', () => {
    const { written, io } = terminal(80, { CI: 'true' });
    new StatusLine(io, () => 'text').end();
    expect(written).toEqual([]);
  });

  test('counts scenarios as they end, and names what runs', () => {
    const settings = settingsFromOptions({
      baseUrl: 'http://127.0.0.1:1/v1',
      apiKey: 'a-sample-key',
      scenarios: ['auth-list-missing', 'base-*'],
    });
    const plan = planOf(settings, storeOrdersInterface);
    const { written, io } = terminal(undefined);
    const progress = new Progress(io, plan);
    progress.end('auth-list-missing');
    progress.clear();
    expect(written[0]).toMatch(/0\/\d scenarios, 0 s {2}.*auth-list-missing/);
    expect(written[1]).toMatch(/1\/\d scenarios, 0 s/);
    expect(written[1]).not.toContain('auth-list-missing');
  });
});
