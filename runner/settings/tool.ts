import manifest from '../../package.json' with { type: 'json' };

const { name, version } = manifest;

/** The name and version of this program, as reports and the `User-Agent` show them. */
export const tool = { name, version };

/**
 * How it is started where npm installed it. `--no`: a name that nobody has published is not fetched from a registry.
 * `--`: without it, npm takes the options that follow, `--dry-run` among them, for its own.
 */
export const NPX = `npx --no -- ${name}`;
