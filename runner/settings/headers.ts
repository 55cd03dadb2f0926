import { UsageError } from '../input/usage-error.js';
import type { ApiKey } from '../secrets/api-key.js';
import { problemOfHeader, SecretHeader, variableOf } from '../secrets/header.js';

/** A header, and what begins a message about it: `headers.txt:3`. */
interface GivenHeader {
  readonly origin: string;
  readonly name: string;
  readonly value: string;
}

/**
 * The headers in a file: a line `Name: value` for each; empty lines count for nothing.
 * @param label its path for messages
 * @throws UsageError
 */
export function parseHeaderFile(label: string, text: string, apiKey: ApiKey | undefined): SecretHeader[] {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line, origin: `${label}:${index + 1}` }));
  const given = lines.flatMap(({ line, origin }) => {
    if (line.trim() === '') return [];
    const colon = line.indexOf(':');
    if (colon < 0) throw new UsageError(`${origin}: The line has no colon. Expected \`Name: value\`.`);
    return [{ origin, name: line.slice(0, colon), value: line.slice(colon + 1).trim() }];
  });
  return checkedHeaders(given, apiKey);
}

/** Throws `UsageError` with the first that cannot be sent. */
export function checkedHeaders(given: readonly GivenHeader[], apiKey: ApiKey | undefined): SecretHeader[] {
  const origins = new Map<string, string>();
  return given.map(({ origin, name, value }) => {
    const problem = problemOfHeader(name, value);
    if (problem !== undefined) throw new UsageError(`${origin}: ${problem}`);
    if (apiKey && value.includes(apiKey.reveal())) {
      throw new UsageError(
        `${origin}: The header ${name} holds the API key, which goes into Authorization alone: requests with a wrong key must not carry the right one. Remove it.`,
      );
    }
    const variable = variableOf(name);
    const earlier = origins.get(variable);
    if (earlier !== undefined) {
      throw new UsageError(`${origin}: The header ${name} was already given (${earlier}). Give each header once.`);
    }
    origins.set(variable, origin);
    return new SecretHeader(name, value);
  });
}
