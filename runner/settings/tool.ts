import manifest from '../../package.json' with { type: 'json' };

/** What reports and the `User-Agent` say of this program. */
export const tool: { readonly name: string; readonly version: string } = {
  name: manifest.name,
  version: manifest.version,
};
