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

/** Whether a command such as `program --version` prints at least this version. */
function isAtLeast(major, minor, command, ...args) {
  try {
    const [, ...found] = /(\d+)\.(\d+)/.exec(
      execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    const [gotMajor, gotMinor] = found.map(Number);
    return gotMajor > major || (gotMajor === major && gotMinor >= minor);
  } catch {
    return false;
  }
}

/** The folder with PostgreSQL's programs. Debian has one for each version, and none is on the PATH. */
export function postgresPrograms() {
  const root = '/usr/lib/postgresql';
  const versions = succeeds('test', '-d', root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = [...versions.map((version) => join(root, version, 'bin')), ''];
  return candidates.find((folder) => succeeds(join(folder, 'initdb'), '--version'));
}

/** Whether each toolchain is installed, and how to install it. */
const TOOLCHAINS = {
  node: { isPresent: () => true, get: 'https://nodejs.org' },
  python: {
    isPresent: () => succeeds('python3', '-c', 'import sys, venv, ensurepip; assert sys.version_info >= (3, 11)'),
    get: 'apt-get install python3-venv, or https://www.python.org/downloads (3.11 or newer)',
  },
  go: { isPresent: () => isAtLeast(1, 21, 'go', 'version'), get: 'https://go.dev/dl (1.21 or newer)' },
  rust: { isPresent: () => isAtLeast(1, 85, 'cargo', '--version'), get: 'https://rustup.rs (1.85 or newer)' },
  java: {
    isPresent: () => isAtLeast(17, 0, 'javac', '--version') && succeeds('mvn', '--version'),
    get: 'apt-get install openjdk-17-jdk-headless maven (17 or newer)',
  },
  php: {
    isPresent: () => succeeds('php', '-r', 'exit(extension_loaded("pdo_sqlite") && PHP_VERSION_ID >= 80100 ? 0 : 1);'),
    get: 'apt-get install php-cli php-sqlite3 (8.1 or newer)',
  },
  nginx: { isPresent: () => succeeds('nginx', '-v'), get: 'apt-get install nginx' },
  haproxy: { isPresent: () => succeeds('haproxy', '-v'), get: 'apt-get install haproxy' },
  openssl: { isPresent: () => succeeds('openssl', 'version'), get: 'apt-get install openssl' },
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
