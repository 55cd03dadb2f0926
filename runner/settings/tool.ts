import manifest from '../../package.json' with { type: 'json' };

const { name, version } = manifest;

/** What reports and the `User-Agent` say of this program. */
export const tool = { name, version };
