import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfiguration } from '~/platform/config/configuration'
import { VARIABLE_NAMES } from '~/platform/config/variables'
import { REQUEST_PATIENCE_MS } from '~/platform/http/server'
import { JOB_PATIENCE_MS } from '~/platform/jobs/jobs'
import { INSTALLED, INSTANCE, UNIT_FILE, readUnit, readUnitEnvironment } from './systemd-unit'

const BACKUP_UNITS = ['deploy/back-to-back-backup.service', 'deploy/back-to-back-backup.timer'] as const
const unit = readUnit()

/** The example of the environment file in the handbook. */
function readExample(): Record<string, string> {
  const handbook = readFileSync('docs/operating.md', 'utf8')
  const [, section = ''] = /^### systemd$(.*?)^##/msu.exec(handbook) ?? []
  const lines = [...section.matchAll(/^ *(?<name>[A-Z_]+)=(?<value>\S*)$/gmu)]
  return Object.fromEntries(lines.map(({ groups }) => [groups?.['name'] ?? '', groups?.['value'] ?? '']))
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'b2b-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Runs systemd-analyze with a copy of the unit for this folder. Skips the test without systemd. */
function analyze(skip: () => never, ...parameters: string[]) {
  const file = join(createFolder(), `back-to-back@${INSTANCE}.service`)
  // systemd-analyze checks that the program exists, so the copy names this Node.
  const text = readFileSync(UNIT_FILE, 'utf8').replaceAll(
    `${INSTALLED}/node_modules/.bin/node`,
    process.execPath,
  )
  writeFileSync(file, text)
  return runAnalyze(skip, ...parameters, file)
}

function runAnalyze(skip: () => never, ...parameters: string[]) {
  const { status, error, stdout, stderr } = spawnSync('systemd-analyze', parameters, { encoding: 'utf8' })
  if (error) skip()
  return { status, stdout, stderr }
}

test('systemd accepts the unit', ({ skip }) => {
  expect(analyze(skip, 'verify')).toEqual({ status: 0, stdout: '', stderr: '' })
})

test('systemd accepts the units of the nightly backup', ({ skip }) => {
  expect(runAnalyze(skip, 'verify', ...BACKUP_UNITS)).toEqual({ status: 0, stdout: '', stderr: '' })
})

test('the nightly backup has the folders of the product, and deletes only backups older than 30 days', () => {
  const backup = readUnit(BACKUP_UNITS[0])
  expect(backup).toMatchObject({
    WorkingDirectory: INSTALLED,
    Environment: `DATA_DIR=${readUnitEnvironment()['DATA_DIR']}`,
    EnvironmentFile: unit['EnvironmentFile'],
  })
  const folder = createFolder()
  const days = { '2026-10-29-0400': 32, '2026-11-01-0400': 29, '2026-11-30-0400': 0, notes: 32 }
  for (const [name, age] of Object.entries(days)) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'manifest.json'), '{}')
    const then = Date.now() / 1000 - age * 86_400
    utimesSync(join(folder, name), then, then)
  }
  const command = backup['ExecStartPost']?.replace('/backups', folder) ?? ''
  expect(spawnSync('sh', ['-c', command]).status).toBe(0)
  expect(readdirSync(folder)).toEqual(['2026-11-01-0400', '2026-11-30-0400', 'notes'])
})

test('systemd-analyze rates the exposure of the unit as low', ({ skip }) => {
  const { status, stdout } = analyze(skip, 'security', '--offline=true', '--threshold=20', '--no-pager')
  expect(stdout).toContain('Overall exposure level')
  expect(status).toBe(0)
})

test('the unit runs without privileges, and writes only to its own folder', () => {
  expect(unit).toMatchObject({
    Type: 'exec',
    User: 'back-to-back',
    NoNewPrivileges: 'yes',
    CapabilityBoundingSet: '',
    ProtectSystem: 'strict',
    StateDirectory: 'back-to-back',
    Restart: 'on-failure',
    KillMode: 'mixed',
  })
  expect(readUnitEnvironment()['DATA_DIR']).toBe(`/var/lib/${unit['StateDirectory']}`)
})

test('the product knows all variables of the unit and of the handbook, and accepts them', () => {
  const env = { ...readUnitEnvironment(), ...readExample() }
  const { NODE_ENV, ...own } = env
  expect(NODE_ENV).toBe('production')
  expect(Object.keys(own).filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([])
  expect(() => readConfiguration({ ...env, SECRET: '' })).toThrow('SECRET is missing')
  const config = readConfiguration({ ...env, SECRET: '0123456789abcdef0123456789abcdef' })
  expect(config).toMatchObject({ isDemo: false, proxies: { hops: 1 } })
  // The last ten seconds before systemd kills the process are for closing the database.
  const seconds = config.drainSeconds + (REQUEST_PATIENCE_MS + JOB_PATIENCE_MS) / 1000
  expect(config.drainSeconds).toBeGreaterThan(0)
  expect(Number(unit['TimeoutStopSec'])).toBeGreaterThanOrEqual(seconds + 10)
})
