import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const succeeds = (command, ...args) => {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Debian keeps the server's programs off the PATH, in a folder for each version. */
export function postgresPrograms() {
  const root = '/usr/lib/postgresql';
  const versions = succeeds('test', '-d', root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = [...versions.map((version) => join(root, version, 'bin')), ''];
  return candidates.find((folder) => succeeds(join(folder, 'initdb'), '--version'));
}

/** What an example can ask for: how to see that it is there, and how to get it. */
const TOOLCHAINS = {
  node: { isPresent: () => true, get: 'https://nodejs.org' },
  python: {
    isPresent: () => succeeds('python3', '-c', 'import sys, venv, ensurepip; assert sys.version_info >= (3, 11)'),
    get: 'apt-get install python3-venv, or https://www.python.org/downloads (3.11 or newer)',
  },
  go: { isPresent: () => succeeds('go', 'version'), get: 'https://go.dev/dl' },
  rust: { isPresent: () => succeeds('cargo', '--version'), get: 'https://rustup.rs' },
  java: {
    isPresent: () => succeeds('javac', '--version') && succeeds('mvn', '--version'),
    get: 'apt-get install openjdk-17-jdk-headless maven (17 or newer)',
  },
  php: {
    isPresent: () => succeeds('php', '-r', 'exit(extension_loaded("pdo_sqlite") && PHP_VERSION_ID >= 80100 ? 0 : 1);'),
    get: 'apt-get install php-cli php-sqlite3 (8.1 or newer)',
  },
  postgres: {
    isPresent: () => postgresPrograms() !== undefined && succeeds('psql', '--version'),
    get: 'apt-get install postgresql',
  },
};

const known = new Map();

export function isPresent(name) {
  if (!known.has(name)) known.set(name, TOOLCHAINS[name].isPresent());
  return known.get(name);
}

export const howToGet = (name) => TOOLCHAINS[name].get;

export const toolchainNames = Object.keys(TOOLCHAINS);
